// What a page is, and what the app offers to pages. Types alone: `main.js` makes the app and hands it
// to each page it opens, so that no page imports the app.

import type {
  Candidate,
  Ghost,
  Heat,
  Mark,
  Played,
  Point,
  Side,
  State,
  Stone,
} from "../board/state.d.ts";
import type { Child, MenuItem } from "./dom.js";
import type { Signal } from "./store.js";
import type { Facts, GameRecord, Info, Position } from "./wire.d.ts";

/** The position that a page shows. */
export interface Shown {
  rule: string;
  size: number;
  stones: Stone[];
  /** Who is to move; null: the game is over, or nobody puts stones here. */
  turn: Side | null;
  last: Point | null;
  /** Moves since the start. */
  ply: number;
  /** Stones that the server has not confirmed. */
  pending?: Point[];
}

/**
 * What a page shows on the board, part by part. Functions that read signals: each is followed by itself. Most
 * are parts of the board's state and described there.
 */
export interface View {
  position: () => Shown;
  /** What the server knows of the position: forbidden points, threats. */
  facts?: () => Facts | null;
  rows?: () => State["rows"];
  zone?: () => State["zone"];
  hint?: () => State["hint"];
  /** With their scores in words. */
  candidates?: () => (Candidate & { label: string })[];
  /** With the names of their points for screen readers. */
  played?: () => (Played & { label: string })[];
  /** With what the tip of a point says. */
  heat?: () => { points: (Heat["points"][number] & { detail: string })[] } | null;
  explained?: () => State["explained"];
  ghosts?: () => Ghost[];
  marks?: () => Mark[];
  arrowFrom?: () => State["arrowFrom"];
  branches?: () => State["branches"];
  limits?: () => State["limits"];
  /** Whether pressing an empty point would put a stone; without it, it would. */
  placing?: () => boolean;
  /** Whether forbidden points refuse a stone; without it, they do not. */
  refuses?: () => boolean;
  /** Whether threats are marked. */
  threats?: () => boolean;
  /** How the board is turned, if not as the settings say. */
  flip?: () => number;
}

/** A page of the app. It opens with `open(app, path, query)` of its module. */
export interface Page {
  /** The first part of its address. */
  name: string;
  /** Its title, in the language of the user. */
  title: () => string;
  /** The side panel. */
  panel: () => Child;
  /** What the board shows; without it, what it showed before. */
  view?: View;
  /** A point of the board was pressed. */
  click?: (point: string) => void;
  /** An arrow was drawn on the board. */
  arrow?: (from: Point, to: Point) => void;
  /** What the menu of a point offers besides placing a stone. */
  pointMenu?: (point: string) => MenuItem[];
  /** Buttons after the arrows. */
  tools?: () => Child;
  /** The line under the board. */
  status?: () => Child;
  /** Phone: the strip above the board. */
  above?: () => Child;
  /** Phone: the strip below the board. */
  below?: () => Child;
  /** The evaluation bar; `wp` is Black's chance. */
  bar?: () => { wp: number; proof: boolean; label: string } | null;
  /** Phone: parts of the panel, by `data-tab`. */
  tabs?: [string, () => string][];
  /** What keys and text commands do here, by the name of the action. */
  actions: Record<string, (event?: any) => void>;
  /** The address changed within the page. */
  revisit?: (query: URLSearchParams) => void;
  /** The page is left. */
  leave?: () => void;
  /** What is shared, exported and linked. */
  document?: () => Document;
}

/** A game or study as a whole, and the place in it that is shown. */
export interface Document {
  record: GameRecord;
  /** The end of the line that is shown. */
  position: Position;
  /** How many of its moves are shown. */
  at: number;
}

/** How a record is to be shown in Analyse. */
export interface Handed {
  /** How many of its moves; all, if nothing is said. */
  at?: number;
  /** The stored game that it is. */
  id?: string;
  /** Whose win is explained at once (the side to move, if nothing is said), and whether from where it is forced. */
  explain?: { side?: Side; onward?: boolean };
}

/** What the app offers to its pages. */
export interface App {
  /** The page in front. */
  page: Signal<Page | null>;
  /** The view of the last page that had one: side pages leave the board as it was. */
  view: Signal<View>;
  /** What the server said of itself; nothing until it has. */
  info: Signal<Info | null>;
  /** Stones that lie over the board until the pointer goes away. */
  preview: Signal<Ghost[] | null>;
  /** What another page wants Analyse to show. */
  handed: Signal<{ record: GameRecord; options: Handed } | null>;
  /** The script error that the band reports. */
  failure: Signal<string | null>;
  /**
   * Every key with its action, as the user has them: `Shift+` and `Ctrl+` in this order, `board ` before those
   * that want the focus on the board, `1-9` for the digits.
   */
  keys: Signal<Record<string, string>>;
  /** The same if these actions had these keys; null: the usual ones. */
  keysWith: (own: Record<string, string[]> | null) => Record<string, string>;
  /** Goes to an address of the app. */
  go: (address: string, state?: any) => void;
  /** Lets the address bar follow, without a step in the history. */
  replaceAddress: (address: string) => void;
  /** Shakes a point and says why no stone can be put there. */
  refuse: (point: Point, text: () => string) => void;
  /** Opens a record in Analyse. */
  analyse: (record: GameRecord, options?: Handed) => void;
  /** Goes on with a stored game in Play. */
  resume: (id: string) => void;
  /** Opens the form of a new game, perhaps from a position. */
  newGame: (from?: Position) => void;
  /** The game at the table, if it has moves. */
  gameNow: () => GameRecord | null;
  /** Does what a key or text command names; says whether the page or the app knows it. */
  act: (name: string, event?: any) => boolean;
  /** Opens the dialog that shares what the page shows. */
  share: () => void;
  /** Opens the import, perhaps with what was dropped or pasted. */
  importFiles: (given?: File | string | null) => void;
}
