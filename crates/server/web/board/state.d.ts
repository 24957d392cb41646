// What a board is handed and what it reports. The state is plain data, set part by part with
// `board.set({ stones })`; the board draws what changed. It knows no app and no rule of the game: which
// points are forbidden, who is to move and what is written on a mark are data, and what a press means is
// for the listener.

export type Side = "black" | "white";

/** A point by its name: column from the left, row from the bottom, `h8`. */
export type Point = string;

export interface Stone {
  point: Point;
  side: Side;
  /** The number of its move; 0 if it was set up. */
  number: number;
}

/** A stone that is not there: a line of play, an offer. */
export interface Ghost {
  point: Point;
  side: Side;
  /** What is written on it. */
  label: string;
  /** Drawn as a ring, not filled. */
  outline?: boolean;
}

/** A point where a stone may not be put. */
export interface Forbidden {
  point: Point;
  /** The sign beside its cross. */
  mark: string;
  /** Why, in words. */
  reason: string;
}

/** A row of stones, and the empty points that it would grow to. */
export interface Row {
  stones: Point[];
  growth: Point[];
}

/** A point that makes a shape, with the lines of the shape. */
export interface Threat {
  point: Point;
  side: Side;
  kind:
    "five" | "open-four" | "double-four" | "four-three" | "double-three" | "four" | "open-three";
  lines: { stones: Point[]; completes: Point[] }[];
}

/** A move that an engine recommends, best first. */
export interface Candidate {
  point: Point;
  /** What is written on its disc; nothing: a ring is drawn. */
  text: string;
  /** How much worse than the best: 0 (as good) to 3. */
  step: number;
  /** Its result is proven. */
  proved: boolean;
  /** Who wins there by a proof. */
  winner?: Side | null;
  /** It is the best one. */
  best: boolean;
  /** It loses by force. */
  losing: boolean;
}

/** A move that was played in other games. It looks like no recommendation: a box, never a disc. */
export interface Played {
  point: Point;
  /** How often. */
  text: string;
  /** Its part of all that were played, 0 to 1. */
  share: number;
}

/** A mark of an annotated game. */
export interface Mark {
  point: Point;
  mark: "circle" | "triangle" | "square" | "cross" | "label" | "arrow";
  /** What a label says. */
  text?: string;
  /** Where an arrow ends. */
  to?: Point;
}

/** The colours of a heat-map. */
export interface Heat {
  points: {
    point: Point;
    /** 0 (cold) to 1 (hot). */
    value: number;
    /** What is written on the hottest points. */
    text: string;
  }[];
}

/** The words of a board, in the language of the user. */
export interface Labels {
  /** The name of the board for screen readers. */
  board: string;
  /** The button that puts a waiting stone. */
  place: string;
  /** The name of a point for screen readers. */
  cell: (point: Point) => string;
  /** What is shown beside a point that is pointed at; may be empty. */
  tip: (point: Point) => string;
}

export interface State {
  // The position.

  /** Points in each direction, 5 to 22. */
  size: number;
  /** The stones on the board. */
  stones: Stone[];
  /** Stones that are drawn as not yet confirmed. */
  pending: Point[];
  /** The point of the last move. */
  last: Point | null;
  /** Rows that won, each from end to end. */
  rows: Point[][];

  // What can be done.

  /** Whose stone follows the pointer; null: none does. */
  turn: Side | null;
  /** Whether pressing an empty point would put a stone. */
  placing: boolean;
  /** Points that are marked as forbidden. */
  forbidden: Forbidden[];
  /** Whether they refuse a stone now: `refuse` is called instead of `press`. */
  refuses: boolean;

  // How it looks.

  /** One of the eight ways to look at the board: quarter turns 0 to 3, mirrored 4 to 7. */
  flip: number;
  /** On how many edges coordinates are written. */
  coordinates: "off" | "two" | "four";
  /** Which stones carry the number of their move. */
  numbers: "off" | "last" | "all";
  /** How many moves came before number 1. */
  numbersFrom: number;
  /** Whether the last move is ringed. */
  lastMove: boolean;
  /** Whether stones have shadows. */
  stoneLook: "soft" | "flat";

  // How hands use it.

  /**
   * How a finger puts a stone: at once, with a second tap, with the stone lifted above the finger, or with a
   * button. `auto` is at once where cells are large enough.
   */
  tap: "auto" | "direct" | "twice" | "offset" | "button";
  /** What the right button does: a step back, or the menu of the point. */
  rightClick: "back" | "menu";
  /** Whether the wheel steps through the game. */
  wheel: boolean;
  /**
   * What keys do to the cursor: `left`, `right`, `up`, `down` (with Shift as far as the next stone), `place` and
   * `menu`. Names of keys as `keyName` of input.js gives them.
   */
  keys: Record<string, string>;

  // What lies over the stones.

  /** A rectangle by its corners, and whether its inside is allowed or its outside. */
  zone: { low: Point; high: Point; inside: boolean } | null;
  /** A region to look at, and perhaps the point in it. */
  hint: { area: [Point, Point]; point?: Point } | null;
  /** Threats that are marked. */
  threats: Threat[];
  /** Points of which one must be taken. */
  must: Point[];
  /** Rows that explain why a point is forbidden. They go when the stones change. */
  explained: Row[];
  /** Moves that an engine recommends, best first. */
  candidates: Candidate[];
  /** Moves that were played in other games. */
  played: Played[];
  /** Points that a search leaves out, or the only ones it looks at. */
  limits: { exclude: Point[]; only: Point[] } | null;
  /** Stones that are not there. */
  ghosts: Ghost[];
  /** Marks of an annotated game. */
  marks: Mark[];
  /** Whether arrows can be drawn with the right button. */
  arrows: boolean;
  /** Where an arrow begins whose end is wanted: one is drawn from there to the point that is looked at. */
  arrowFrom: Point | null;
  /** Where variations begin, with their letters. */
  branches: { point: Point; letter: string }[];
  /** The heat-map under the stones. */
  heat: Heat | null;
  /** The point under the pointer or the cursor. The board sets it itself. */
  pointed: Point | null;

  // Words.

  labels: Labels;
}

/** What the board reports. */
export interface Events {
  /** A point was pressed: empty, or with a stone. */
  press: (point: Point) => void;
  /** A point that refuses stones was pressed; the board has shaken it. */
  refuse: (refused: Forbidden) => void;
  /** The menu of a point is wanted at a place of the window. */
  menu: (point: Point, at: { x: number; y: number }) => void;
  /** A step through the game is wanted: 1 or 10 moves on, or back. */
  step: (by: number) => void;
  /** An arrow was drawn with the right button. */
  arrow: (from: Point, to: Point) => void;
  /** A stone waits at a point for a second tap or the button. */
  wait: (point: Point) => void;
}
