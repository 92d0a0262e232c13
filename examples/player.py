"""A player for Paddock, for all games: it likes high gears, and decides the rest by lot.

paddock league tracks/formula_d/saltmarsh.json --drivers mine,novice --player mine='python3 examples/player.py'
"""
import json
import random
import sys


def say(**message):
    print(json.dumps(message), flush=True)


def choose(moves, lots):
    highest = max(move.get("gear") or 0 for move in moves)
    liked = [move for move in moves if (move.get("gear") or 0) >= highest - 1]
    return lots.choice(liked)


turns = 0
for line in sys.stdin:
    message = json.loads(line)
    if message["type"] == "hello":
        say(type="hello", name="High gears", protocol=1)
    elif message["type"] == "position":  # a new race, with its circuit, setup and turns so far
        race, turns = message["race"], message["at"]
        say(type="ready", turn=turns)
    elif message["type"] == "turn":  # somebody played: a real player would move its cars here
        turns += 1
        say(type="ready", turn=turns)
    elif message["type"] == "go":  # the same seed and turn, the same decision
        lots = random.Random(message["seed"] * 1_000 + turns)
        say(type="bestmove", turn=choose(message["moves"], lots))
    elif message["type"] == "quit":
        break
