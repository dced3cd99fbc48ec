"""The looks in which tests draw what belongs to no game, or to one of the usual style."""

from generator.art_folder import USUAL
from generator.look import look_of_style

TAPESTRY = look_of_style(USUAL)
