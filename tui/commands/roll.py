"""`aethyr roll`: dice that concern no campaign."""

from __future__ import annotations

from rules.campaign import CampaignState
from rules.dice import FaceOutOfRange, LoadedDice, RollNeeded
from rules.rolls import DiceSyntaxError, format_roll, parse_roll, throw

from .. import refusals
from ..exit_status import ExitStatus
from ..i18n import _
from ..narrate.scene import roll_line
from . import streams
from .arguments import Arguments, UsageError
from .dice_options import chosen_dice


def run(arguments: Arguments) -> int:
    """Print what a roll comes to, with every face."""
    dice = chosen_dice(arguments)
    nowhere = CampaignState()
    try:
        expression = parse_roll(" ".join(arguments.positional))
        rolled = throw(expression, dice)
    except DiceSyntaxError as error:
        streams.tell(f"aethyr: {refusals.dice_error(error)}")
        return ExitStatus.USAGE
    except RollNeeded as error:
        streams.tell(f"aethyr: {refusals.roll_needed(error, nowhere)}")
        return ExitStatus.USAGE
    except FaceOutOfRange as error:
        streams.tell(f"aethyr: {refusals.face_out_of_range(error, nowhere)}")
        return ExitStatus.USAGE
    if isinstance(dice, LoadedDice) and dice.left:
        raise UsageError(_("Dice are left over: {faces}.").format(faces=", ".join(map(str, dice.left))))
    streams.put(roll_line(format_roll(expression), rolled))
    return ExitStatus.OK
