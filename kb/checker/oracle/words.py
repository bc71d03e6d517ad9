"""The vocabulary of Oracle texts: subtypes, keywords, ability words, numbers, inflections.

Lists are facts of the Comprehensive Rules of 2026-01-16 (CR 205.3, 702, 207.2c) and of the type lines of
cards published since.
"""

from __future__ import annotations

from typing import Final


def _words(text: str) -> frozenset[str]:
    return frozenset(" ".join(word.split()).lower() for word in text.split(","))


CREATURE_TYPES = _words(
    """
    Advisor, Aetherborn, Alicorn, Alien, Ally, Andorian, Angel, Antelope, Ape, Archer, Archon,
    Armadillo, Army, Artificer, Assassin, Assembly-Worker, Astartes, Athlete, Atog, Aurochs, Autobot,
    Avatar, Azra, Badger, Balloon, Barbarian, Bard, Basilisk, Bat, Bear, Beast, Beaver, Beeble,
    Beholder, Berserker, Bird, Bison, Blinkmoth, Boar, Book, Borg, Bringer, Brushwagg, Bureaucrat,
    C'tan, Caitian, Camarid, Camel, Capybara, Caribou, Carrier, Cat, Centaur, Cephalid, Chameleon, Chef,
    Chicken, Child, Chimera, Citizen, Clamfolk, Cleric, Clown, Cockatrice, Construct, Cow, Coward,
    Coyote, Crab, Crocodile, Custodes, Cyberman, Cyborg, Cyclops, Dalek, Dauthi, Deer, Demigod, Demon,
    Deserter, Detective, Devil, Dinosaur, Djinn, Doctor, Dog, Donkey, Dragon, Drake, Dreadnought, Drix,
    Drone, Druid, Dryad, Dwarf, Echidna, Efreet, Egg, Elder, Eldrazi, Elemental, Elephant, Elf, Elk,
    Employee, Eternal, Eye, Faerie, Ferret, Fish, Flagbearer, Fox, Fractal, Frog, Fungus, Gamer, Gamma,
    Gargoyle, Germ, Giant, Giraffe, Gith, Glimmer, Gnoll, Gnome, Goat, Goblin, God, Golem, Gorgon, Gorn,
    Grandchild, Graveborn, Gremlin, Griffin, Guest, Hag, Halfling, Hamster, Harpy, Hatificer, Hawk,
    Hedgehog, Hellion, Hero, Hippo, Hippogriff, Homarid, Homunculus, Horror, Horse, Human, Hydra, Hyena,
    Illusion, Imp, Incarnation, Inhuman, Inkling, Inquisitor, Insect, Jackal, Jellyfish, Judge,
    Juggernaut, Kangaroo, Kavu, Kelpien, Killbot, Kirin, Kithkin, Klingon, Knight, Kobold, Kor, Kraken,
    Kree, Lamia, Lammasu, Lanthanite, Leech, Lemur, Leviathan, Lhurgoyf, Licid, Lizard, Llama, Lobster,
    Mammoth, Manticore, Masticore, Mercenary, Merfolk, Metathran, Mime, Minion, Minotaur, Mite, Mole,
    Monger, Mongoose, Monk, Monkey, Moogle, Moonfolk, Mount, Mouse, Mummy, Mutant, Myr, Mystic,
    Nautilus, Necron, Nephilim, Nightmare, Nightstalker, Ninja, Noble, Noggle, Nomad, Nymph, Octopus,
    Officer, Ogre, Ooze, Orb, Orc, Orgg, Orion, Otter, Ouphe, Ox, Oyster, Pangolin, Paratrooper,
    Peasant, Pegasus, Penguin, Pentavite, Performer, Pest, Phelddagrif, Phoenix, Phyrexian, Pilot,
    Pincher, Pirate, Plant, Platypus, Pony, Porcupine, Possum, Praetor, Primarch, Prism, Processor, Qu,
    Rabbit, Raccoon, Ranger, Rat, Rebel, Reflection, Rhino, Rigger, Robot, Rogue, Sable, Salamander,
    Samurai, Sand, Saproling, Satyr, Scarecrow, Scientist, Scion, Scorpion, Scout, Sculpture, Seal,
    Serf, Serpent, Servo, Shade, Shaman, Shapeshifter, Shark, Sheep, Shi'ar, Ship, Siren, Skeleton,
    Skrull, Skunk, Slith, Sliver, Sloth, Slug, Snail, Snake, Soldier, Soltari, Sorcerer, Spawn, Specter,
    Spellshaper, Sphinx, Spider, Spike, Spirit, Splinter, Sponge, Spy, Squid, Squirrel, Starfish,
    Surrakar, Survivor, Symbiote, Synth, Talosian, Tentacle, Tetravite, Thalakos, Tholian, Thopter,
    Thrull, Tiefling, Time Lord, Townsfolk, Toy, Treefolk, Trilobite, Triskelavite, Troll, Turtle,
    Tyranid, Unicorn, Utrom, Vampire, Vampyre, Varmint, Vedalken, Villain, Volver, Vorta, Vulcan, Wall,
    Walrus, Warlock, Warrior, Weasel, Weird, Werewolf, Whale, Wizard, Wolf, Wolverine, Wombat, Worm,
    Wraith, Wrestler, Wurm, Xindi, Yeti, Zombie, Zonian, Zubera
    """
)
"""CR 205.3m, and those of newer sets."""

ARTIFACT_TYPES = _words(
    """
    Attraction, Blood, Bobblehead, Clue, Contraption, Equipment, Food, Fortification, Gold, Incubator,
    Infinity, Junk, Lander, Map, Powerstone, Spacecraft, Stone, Treasure, Vehicle, Book, Key, Mutagen
    """
)
"""CR 205.3g."""

ENCHANTMENT_TYPES = _words(
    """
    Aura, Background, Cartouche, Case, Class, Curse, Role, Room, Rune, Saga, Shard, Shrine, Plan
    """
)
"""CR 205.3h."""

LAND_TYPES = _words(
    """
    Cave, Desert, Forest, Gate, Island, Lair, Locus, Mine, Mountain, Plains, Planet, Power-Plant,
    Sphere, Swamp, Tower, Town, Urza's
    """
)
"""CR 205.3i."""

PLANESWALKER_TYPES = _words(
    """
    Ajani, Aminatou, Angrath, Arlinn, Ashiok, Bahamut, Basri, Bolas, Calix, Chandra, Comet, Dack,
    Dakkon, Daretti, Davriel, Dihada, Domri, Dovin, Ellywick, Elminster, Elspeth, Estrid, Freyalise,
    Garruk, Gideon, Grist, Guff, Huatli, Jace, Jared, Jaya, Jeska, Kaito, Karn, Kasmina, Kaya, Kiora,
    Koth, Liliana, Lolth, Lukka, Minsc, Mordenkainen, Nahiri, Narset, Niko, Nissa, Nixilis, Oko,
    Quintorius, Ral, Rowan, Saheeli, Samut, Sarkhan, Serra, Sivitri, Sorin, Szat, Tamiyo, Tasha, Teferi,
    Teyo, Tezzeret, Tibalt, Tyvar, Ugin, Urza, Venser, Vivien, Vraska, Vronos, Will, Windgrace, Wrenn,
    Xenagos, Yanggu, Yanling, Zariel
    """
)
"""CR 205.3j."""

SPELL_TYPES = _words(
    """
    Adventure, Arcane, Lesson, Omen, Trap
    """
)
"""CR 205.3k."""

BATTLE_TYPES = _words("Siege")
DUNGEON_TYPES = _words("Undercity")
BASIC_LAND_TYPES = _words("Plains, Island, Swamp, Mountain, Forest")
SUBTYPES: Final = (
    CREATURE_TYPES
    | ARTIFACT_TYPES
    | ENCHANTMENT_TYPES
    | LAND_TYPES
    | PLANESWALKER_TYPES
    | SPELL_TYPES
    | BATTLE_TYPES
    | DUNGEON_TYPES
)
CARD_TYPES = _words(
    "artifact, battle, creature, enchantment, instant, kindred, land, planeswalker, sorcery, plane, phenomenon, "
    "dungeon, scheme, vanguard, conspiracy"
)
SUPERTYPES = _words("basic, legendary, snow, world, ongoing")

NUMBERS: Final[dict[str, int]] = {
    word: number
    for number, word in enumerate(
        [
            "zero",
            "one",
            "two",
            "three",
            "four",
            "five",
            "six",
            "seven",
            "eight",
            "nine",
            "ten",
            "eleven",
            "twelve",
            "thirteen",
            "fourteen",
            "fifteen",
            "sixteen",
            "seventeen",
            "eighteen",
            "nineteen",
            "twenty",
        ]
    )
} | {"thirty": 30, "forty": 40, "fifty": 50, "ninety-nine": 99, "hundred": 100}
ORDINALS: Final[dict[str, int]] = {
    word: number
    for number, word in enumerate(
        ["first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth", "tenth"], 1
    )
}
COLORS: Final[dict[str, str]] = {
    "white": "W",
    "blue": "U",
    "black": "B",
    "red": "R",
    "green": "G",
    "colorless": "colorless",
    "multicolored": "multicolored",
    "monocolored": "monocolored",
}

PLAIN_KEYWORDS = _words(
    """
    deathtouch, defender, double strike, first strike, flash, flying, haste, hexproof, indestructible,
    intimidate, lifelink, reach, shroud, trample, vigilance, banding, flanking, phasing, shadow, horsemanship,
    fear, provoke, storm, epic, convoke, sunburst, split second, delve, gravestorm, changeling, conspire,
    persist, wither, retrace, exalted, cascade, rebound, infect, battle cry, living weapon, undying, soulbond,
    unleash, cipher, evolve, extort, fuse, dethrone, hidden agenda, prowess, exploit, menace, devoid, ingest,
    myriad, skulk, melee, undaunted, improvise, aftermath, ascend, assist, jump-start, mentor, riot, demonstrate,
    daybound, nightbound, decayed, training, compleated, enlist, read ahead, ravenous, living metal,
    for mirrodin!, bargain, start your engines!, job select, umbra armor, totem armor, partner, choose a
    background, doctor's companion, friends forever, landwalk, islandwalk, swampwalk, forestwalk, mountainwalk,
    plainswalk, desertwalk, hideaway, haunt, double agenda, station, gift a card, gift a treasure, gift a food,
    gift a tapped fish, gift an extra turn, gift an octopus, spree, tiered, devour land, space sculptor,
    storied fellowship, protection
    """
)
"""Keyword abilities that may stand without a number, cost or quality."""

NUMBER_KEYWORDS = _words(
    """
    rampage, fading, amplify, modular, bushido, soulshift, dredge, bloodthirst, graft, ripple, vanishing, absorb,
    frenzy, poisonous, hideaway, devour, annihilator, tribute, renown, fabricate, afflict, afterlife, crew,
    casualty, toxic, backup, saddle, mobilize, firebending, starting intensity, station, teamwork
    """
)
"""Keyword abilities followed by a number."""

COST_KEYWORDS = _words(
    """
    equip, ward, cumulative upkeep, buyback, cycling, echo, kicker, multikicker, flashback, madness, morph,
    megamorph, entwine, ninjutsu, commander ninjutsu, transmute, replicate, recover, aura swap, fortify,
    transfigure, evoke, prowl, unearth, level up, miracle, overload, scavenge, bestow, outlast, dash, surge,
    emerge, escalate, embalm, eternalize, spectacle, escape, mutate, encore, boast, foretell, disturb, cleave,
    reconfigure, blitz, squad, prototype, more than meets the eye, disguise, plot, freerunning, offspring,
    harmonize, warp, mayhem, web-slinging, specialize, plainscycling, islandcycling, swampcycling,
    mountaincycling, forestcycling, landcycling, basic landcycling, wizardcycling, slivercycling,
    typecycling, artifact landcycling, unlock, flash back
    """
)
"""Keyword abilities followed by a cost, or by a dash and a cost."""

ABILITY_WORDS = _words(
    """
    adamant, addendum, alliance, battalion, bloodrush, celebration, channel, chroma, cohort, constellation,
    converge, council's dilemma, coven, delirium, descend 4, descend 8, domain, eerie, eminence, enrage, fateful
    hour, fathomless descent, ferocious, flurry, formidable, grandeur, hellbent, heroic, imprint, inspired,
    join forces, kinship, landfall, lieutenant, magecraft, metalcraft, morbid, pack tactics, paradox, parley,
    radiance, raid, rally, renew, revolt, secret council, spell mastery, strive, survival, sweep, tempting offer,
    threshold, undergrowth, valiant, vivid, void, will of the council, opus, infusion, increment, repartee
    """
)

IRREGULAR: Final[dict[str, str]] = {
    "an": "a",
    "is": "be",
    "are": "be",
    "has": "have",
    "does": "do",
    "doesn't": "don't",
    "hasn't": "haven't",
    "aren't": "isn't",
    "were": "was",
    "weren't": "wasn't",
    "dies": "die",
    "ties": "tie",
    "goes": "go",
    "dice": "die",
    "its": "its",
    "this": "this",
    "as": "as",
    "was": "was",
    "chaos": "chaos",
    "plains": "plains",
    "always": "always",
    "copies": "copy",
    "elves": "elf",
    "dwarves": "dwarf",
    "wolves": "wolf",
    "werewolves": "werewolf",
    "mice": "mouse",
    "fungi": "fungus",
    "homunculi": "homunculus",
    "oxen": "ox",
    "cyclopes": "cyclops",
    "cyclops": "cyclops",
    "pegasus": "pegasus",
    "pegasi": "pegasus",
    "faeries": "faerie",
    "zombies": "zombie",
    "eyes": "eye",
    "times": "time",
    "phases": "phase",
    "damage": "damage",
    "lands": "land",
    "urza's": "urza's",
    "thalakos": "thalakos",
    "aurochs": "aurochs",
    "custodes": "custodes",
    "astartes": "astartes",
    "praetors": "praetor",
    "nephilim": "nephilim",
    "children": "child",
    "sorceries": "sorcery",
    "themselves": "themselves",
    "perhaps": "perhaps",
    "series": "series",
    "valkyries": "valkyrie",
    "octopuses": "octopus",
    "walruses": "walrus",
    "hippos": "hippo",
    "merfolk": "merfolk",
}


def lemma(word: str) -> str:
    """The base form of a lower-case word: number and person don't matter to the grammar.

    >>> lemma("draws"), lemma("creatures"), lemma("allies"), lemma("an")
    ('draw', 'creature', 'ally', 'a')
    """
    known = IRREGULAR.get(word)
    if known is not None:
        return known
    if len(word) < 3 or not word.endswith("s") or word.endswith(("ss", "us", "is")):
        return word
    if word.endswith("ies") and len(word) > 4:
        return word[:-3] + "y"
    if word.endswith(("ches", "shes", "sses", "xes", "zzes")):
        return word[:-2]
    return word[:-1]
