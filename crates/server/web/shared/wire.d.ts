// Made from crates/server/src/wire.rs by its tests. Do not edit:
// TENGEN_WRITE=1 cargo test -p tengen-server wire

/** The version of the protocol. */
export type Version = 1;

/**
 * Who acts.
 */
export type Actor = "you" | "engine";

/**
 * How the engine searches.
 */
export type Algorithm = "alphabeta" | "mcts";

/**
 * Starts an analysis.
 */
export type AnalyseStart = { 
/**
 * Larger than every generation this connection used before. Updates carry it.
 */
gen: number, 
/**
 * The position.
 */
pos: Position, 
/**
 * How many PVs, 1 to 20; 3 by default.
 */
lines?: number, 
/**
 * When to stop; never by default.
 */
limit?: Limit, 
/**
 * Moves to leave out.
 */
exclude?: Array<Point>, 
/**
 * If any: the only moves to search.
 */
only?: Array<Point>, 
/**
 * Threat view: what would the other side do if the side to move passed?
 */
pass?: boolean, 
/**
 * How to search; alpha-beta by default. [`Info::algorithms`](super::Info) lists the choices.
 */
algorithm?: Algorithm, 
/**
 * How much of the position the solver searches for forced wins; `slow` (all of it) by default.
 */
solver?: SolverLevelName, 
/**
 * Threads; at most what [`Info::limits`](super::Info) allows, which is the default.
 */
threads?: number, 
/**
 * Megabytes for the table; at most what [`Info::limits`](super::Info) allows.
 */
memory?: number, };

/**
 * Whether and why an analysis has ended.
 */
export type AnalyseState = "thinking" | "stopped" | "limit" | "solved" | "over" | "failed";

/**
 * The state of an analysis.
 */
export type AnalyseUpdate = { 
/**
 * The generation it belongs to; a client that expects another one drops it.
 */
gen: number, 
/**
 * Whether it goes on.
 */
state: AnalyseState, 
/**
 * The side to move in the searched position; in the threat view, the other side.
 */
turn: Side, 
/**
 * Depth in plies.
 */
depth: number, 
/**
 * The selective depth: the longest line searched, in plies.
 */
seldepth: number, 
/**
 * Nodes searched.
 */
nodes: number, 
/**
 * Nodes a second.
 */
nps: number, 
/**
 * Milliseconds since the start.
 */
ms: number, 
/**
 * How full the table is, 0 to 1000.
 */
fill: number, 
/**
 * The PVs, best first.
 */
lines: Array<AnalysisLine>, 
/**
 * What the solver knows about a forced win of the side to move.
 */
forced_win?: ForcedWinReport, 
/**
 * What the user should know: less memory than asked for, a search that was restarted.
 */
note?: EngineNote, };

/**
 * A PV and its score.
 */
export type AnalysisLine = { 
/**
 * The first move.
 */
move: Point, 
/**
 * What it leads to, from Black's side.
 */
score: Score, 
/**
 * The moves, the first one included.
 */
pv: Array<Point>, };

/**
 * One clock.
 */
export type ClockFace = { 
/**
 * Milliseconds left: of the main time, of this period, or of this move.
 */
left: number, 
/**
 * Periods left, this one included, once the main time is over; none before that, and where
 * there are no periods.
 */
periods: number | null, };

/**
 * How time is counted. All times in milliseconds.
 */
export type ClockRule = { "kind": "increment", 
/**
 * For the game.
 */
main: number, 
/**
 * After every move.
 */
increment: number, } | { "kind": "byo-yomi", 
/**
 * For the game.
 */
main: number, 
/**
 * One period.
 */
period: number, 
/**
 * How many.
 */
periods: number, } | { "kind": "per-move", 
/**
 * For one move.
 */
time: number, };

/**
 * Both clocks.
 */
export type Clocks = { 
/**
 * How time is counted.
 */
rule: ClockRule, 
/**
 * Black's.
 */
black: ClockFace, 
/**
 * White's.
 */
white: ClockFace, 
/**
 * Whose clock runs, counted from the moment this was sent; none: both stand still.
 */
running: Side | null, };

/**
 * A number for each side.
 */
export type Counts = { 
/**
 * Black's.
 */
black: number, 
/**
 * White's.
 */
white: number, };

/**
 * The answer to `DELETE /api/games/<id>`: `POST /api/games/<id>/restore` brings the game back as
 * long as this lasts.
 */
export type Deleted = { 
/**
 * The game.
 */
id: string, 
/**
 * For how many milliseconds it can be brought back.
 */
restorable_ms: number, };

/**
 * What the engine said to a draw.
 */
export type DrawAnswer = "refused";

/**
 * What a record says of the game's end.
 */
export type Ending = { "black": How } | { "white": How } | "drawn" | "void" | "finished";

/**
 * What the user should know of the engine.
 */
export type EngineNote = { 
/**
 * What happened.
 */
code: NoteCode, 
/**
 * One English sentence.
 */
text: string, };

/**
 * What stands around every message of the browser.
 */
export type Envelope = { 
/**
 * The version of the protocol, [`VERSION`].
 */
v: number, 
/**
 * Chosen by the browser; the answer carries it too.
 */
id?: number, };

/**
 * The body of `POST /api/export?format=sgf|psq|pos|json|board|offset`; the answer is the file, and
 * the header `tengen-lost` says what the format could not hold.
 */
export type Export = { 
/**
 * The records.
 */
records: Array<GameRecord>, };

/**
 * What is known of a position by the rules and by looking at lines.
 */
export type Facts = { 
/**
 * The position that was asked about. If some of its moves cannot be played, `problem` says
 * why, and these are the moves before.
 */
pos: Position, 
/**
 * Whose turn it is.
 */
turn: Side, 
/**
 * How many stones of each side lie on the board.
 */
stones: Counts, 
/**
 * How the game ended, if it did.
 */
result: GameResult | null, 
/**
 * What makes this no position of the rule ("white already has five at h8"), or the first
 * move that cannot be played.
 */
problem?: Problem, 
/**
 * Whether the engine can search this position: it is possible, and the game is not over.
 */
searchable: boolean, 
/**
 * The points forbidden to Black, even if White is to move. Only renju has any.
 */
forbidden: Array<Forbidden>, 
/**
 * What either side could make with its next stone, strongest first.
 */
threats: Array<Threat>, 
/**
 * The points that answer what the other side threatens to do at once: all others lose, but
 * for own fours where no four has to be stopped. Empty if nothing has to be answered.
 */
must: Array<Point>, 
/**
 * What the engine sees at every empty point, if asked for.
 */
shapes?: Array<PointShapes>, };

/**
 * A point forbidden to Black, and why.
 */
export type Forbidden = { 
/**
 * The point.
 */
point: Point, 
/**
 * All kinds that apply; the first is the one to show.
 */
kinds: Array<FoulKind>, 
/**
 * The rows, fours and threes that make it forbidden.
 */
shapes: Array<FoulLine>, };

/**
 * What the solver knows about a forced win.
 */
export type ForcedWinReport = { 
/**
 * The side whose win the solver searches for.
 */
side: Side, 
/**
 * How far the solver is.
 */
state: ForcedWinState, 
/**
 * If it wins: plies up to and including the five.
 */
plies?: number, 
/**
 * If it wins: the main line of the proof, which an independent checker has accepted.
 */
line?: Array<Point>, };

/**
 * How far the solver is.
 */
export type ForcedWinState = "searching" | "win" | "none" | "unknown";

/**
 * A kind of forbidden move: overline, double four, double three.
 */
export type FoulKind = "6" | "44" | "33";

/**
 * A row, four or three that counts towards a prohibition.
 */
export type FoulLine = { 
/**
 * The kind it counts towards.
 */
kind: FoulKind, 
/**
 * Its stones, the forbidden one among them, in the order of the line.
 */
stones: Array<Point>, 
/**
 * Where it would grow to five or to a straight four.
 */
growth: Array<Point>, };

/**
 * What the server says.
 */
export type FromServer = { "type": "hello", 
/**
 * Names the build: another one than the page was loaded with means "Reload to update".
 */
build: string, 
/**
 * Names this connection.
 */
client: number, 
/**
 * The same as `GET /api/info`, so that the first view needs no request for it.
 */
info: Info, } | { "type": "pong" } | { "type": "position.facts" } & Facts | { "type": "analyse.update" } & AnalyseUpdate | { "type": "engine.taken", 
/**
 * The generation that ended.
 */
gen: number, } | { "type": "game.state" } & GameState | { "type": "game.hint" } & Hint | { "type": "games.changed", 
/**
 * The game that changed.
 */
game: string, } | { "type": "error" } & Problem;

/**
 * What else is done in a game.
 */
export type GameAction = { "do": "resign" } | { "do": "offer-draw" } | { "do": "pass" } | { "do": "pause" } | { "do": "resume" } | { "do": "step" } | { "do": "swap-sides" } | { "do": "auto-reply", 
/**
 * Whether it does.
 */
on: boolean, } | { "do": "choose", 
/**
 * The option.
 */
option: string, } | { "do": "declare", 
/**
 * The number.
 */
number: number, } | { "do": "back" } | { "do": "pace", 
/**
 * The time.
 */
ms: number, } | { "do": "level", 
/**
 * Whose.
 */
side: Side, 
/**
 * The level.
 */
level: number, } | { "do": "ponder", 
/**
 * Whether it does.
 */
on: boolean, } | { "do": "book", 
/**
 * Whether it does.
 */
on: boolean, } | { "do": "hold", 
/**
 * Whether it stands still.
 */
on: boolean, };

/**
 * A stone.
 */
export type GameMove = { 
/**
 * The game.
 */
game: string, 
/**
 * Where.
 */
move: Point, 
/**
 * How many moves the game had when this one was made. A move that was sent twice, after a
 * lost connection, is played once.
 */
ply?: number, };

/**
 * Starts a game.
 */
export type GameNew = { 
/**
 * The rule.
 */
rule: Rule, 
/**
 * Lines of the board, 5 to 22.
 */
size: number, 
/**
 * The opening rule; `none` if nothing is said. A game from a position knows none.
 */
opening?: OpeningRule, 
/**
 * Who holds Black; in an opening with swaps, who begins.
 */
black: Seat, 
/**
 * Who holds White; in an opening with swaps, who answers.
 */
white: Seat, 
/**
 * The clock; none if nothing is said.
 */
clock?: ClockRule, 
/**
 * Stones set up before the first move.
 */
setup?: Setup, 
/**
 * Moves already made.
 */
moves?: Array<Move>, 
/**
 * Engine against engine: the least time between two moves, in milliseconds.
 */
pace_ms?: number, 
/**
 * Whether a person may play a forbidden point, and lose; `false` by default.
 */
allow_forbidden?: boolean, 
/**
 * Whether the engine gives up when it is proved lost; `false` by default.
 */
engine_resigns?: boolean, 
/**
 * Whether the engine, at its best level, thinks on the time of the person it plays; `false` by
 * default.
 */
ponder?: boolean, 
/**
 * Whether the engine, at its best level, plays from the opening book; `true` by
 * default.
 */
book?: boolean, };

/**
 * A record: a tree of moves with what people write beside them. The same fields as a game of the
 * app's own JSON files; the tree is a flat list.
 */
export type GameRecord = { 
/**
 * Lines of the board.
 */
size: number, 
/**
 * The rule, if it is known.
 */
rule?: Rule, 
/**
 * Black's name.
 */
black?: string, 
/**
 * White's name.
 */
white?: string, 
/**
 * The occasion.
 */
event?: string, 
/**
 * The round.
 */
round?: string, 
/**
 * The date, as the file writes it.
 */
date?: string, 
/**
 * How the game ended.
 */
ending?: Ending, 
/**
 * The nodes: the root first, each after its parent, the main continuation before others.
 */
nodes: Array<RecordNode>, };

/**
 * How a game ended.
 */
export type GameResult = { 
/**
 * Who won; none: a draw.
 */
winner: Side | null, 
/**
 * Why.
 */
reason: Reason, 
/**
 * The kinds of foul, if Black played a forbidden point.
 */
fouls: Array<FoulKind>, 
/**
 * The stones of the rows that won.
 */
rows: Array<Array<Point>>, };

/**
 * A game as it stands.
 */
export type GameState = { 
/**
 * The game.
 */
game: string, 
/**
 * Grows with every change; an older one is to be dropped.
 */
revision: number, 
/**
 * The rule.
 */
rule: Rule, 
/**
 * Lines of the board.
 */
size: number, 
/**
 * The opening rule.
 */
opening: OpeningRule, 
/**
 * Stones set up before the first move.
 */
setup?: Setup, 
/**
 * The moves, those of the opening included.
 */
moves: Array<PlayedMove>, 
/**
 * Whose stone is next.
 */
turn: Side, 
/**
 * Who holds which colour now.
 */
seats: Seats, 
/**
 * The clocks, if there are any.
 */
clock: Clocks | null, 
/**
 * What the opening asks for; none after it.
 */
step: OpeningStep | null, 
/**
 * What was chosen in the opening, in order.
 */
choices: Array<OpeningChoice>, 
/**
 * The fifth moves offered, until one is kept.
 */
offers: Array<Point>, 
/**
 * How the game ended, if it did.
 */
result: GameResult | null, 
/**
 * Whether the engine thinks.
 */
thinking: boolean, 
/**
 * Whether a person may put a stone or act in the opening now.
 */
your_turn: boolean, 
/**
 * Whether there is something to take back.
 */
can_undo: boolean, 
/**
 * Whether the game stands still.
 */
paused: boolean, 
/**
 * Whether the engine answers.
 */
auto_reply: boolean, 
/**
 * Whether a forbidden point may be played, and loses.
 */
allow_forbidden: boolean, 
/**
 * Whether the engine, at its best level, thinks on the time of the person it plays.
 */
ponder: boolean, 
/**
 * Whether the engine, at its best level, plays from the opening book.
 */
book: boolean, 
/**
 * Engine against engine: the least time between two moves.
 */
pace_ms: number, 
/**
 * How many hints were given.
 */
hints: number, 
/**
 * What happened to a draw that was offered.
 */
draw_offer?: DrawAnswer, 
/**
 * Why the engine does not move though it should; it is tried again on `resume`.
 */
engine_problem?: string, 
/**
 * Why the game could not be saved, if it could not.
 */
save_problem?: string, 
/**
 * What is known of the position.
 */
facts: Facts, };

/**
 * A stored game in a list. `GET /api/games` gives them, the last changed first.
 */
export type GameSummary = { 
/**
 * The game.
 */
id: string, 
/**
 * A game that is or was played, or a record that was saved.
 */
kind: StoredKind, 
/**
 * A name, if the user gave one.
 */
name: string, 
/**
 * Tags, if the user gave any.
 */
tags: Array<string>, 
/**
 * Black's name: a person's, or the engine's with its level.
 */
black: string, 
/**
 * White's name.
 */
white: string, 
/**
 * The rule.
 */
rule: Rule, 
/**
 * Lines of the board.
 */
size: number, 
/**
 * The opening rule.
 */
opening: OpeningRule, 
/**
 * How many moves the main line has.
 */
moves: number, 
/**
 * The stones at its end, for a thumbnail: black ones, white ones.
 */
stones: [Array<Point>, Array<Point>], 
/**
 * How it ended: `black`, `white`, `draw`, or nothing if it did not.
 */
result: Winner | null, 
/**
 * When it was made, in milliseconds since 1970.
 */
created: number, 
/**
 * When it was last changed.
 */
changed: number, 
/**
 * Whether the game was left before its end.
 */
unfinished: boolean, };

/**
 * A hint.
 */
export type Hint = { 
/**
 * The game.
 */
game: string, 
/**
 * How many moves the game had.
 */
ply: number, 
/**
 * 1: an area, 2: the point, 3: the point with its line.
 */
step: number, 
/**
 * The area, lower left and upper right corner: five lines each way, less at the edge.
 */
area: [Point, Point], 
/**
 * The point, from step 2 on.
 */
point?: Point, 
/**
 * The line, in step 3.
 */
line?: Array<Point>, 
/**
 * What it leads to, in step 3.
 */
score?: Score, };

/**
 * How a game was won.
 */
export type How = "play" | "resignation" | "time" | "forfeit";

/**
 * Where and why reading stopped.
 */
export type ImportError = { 
/**
 * One English sentence with the place and how much was read.
 */
text: string, 
/**
 * What is wrong, without the place.
 */
problem: string, 
/**
 * The line, from one, in a text.
 */
line?: number, 
/**
 * The column, from one, in a text.
 */
column?: number, 
/**
 * How many bytes come before, in a binary file.
 */
byte?: number, };

/**
 * The answer to `POST /api/import`, whose body is the file or text itself. Nothing is stored.
 */
export type Imported = { 
/**
 * What it was read as; none if it looks like nothing known.
 */
format?: string, 
/**
 * What was read, all of it or up to the error.
 */
records: Array<GameRecord>, 
/**
 * How many moves these have, in all variations together.
 */
moves: number, 
/**
 * How many lines beside the main ones.
 */
variations: number, 
/**
 * What the user should know of how it was read.
 */
notices: Array<string>, 
/**
 * Why reading stopped, if it did.
 */
error?: ImportError, };

/**
 * The answer to `GET /api/info`.
 */
export type Info = { 
/**
 * The version of the protocol.
 */
protocol: number, 
/**
 * The program's version.
 */
version: string, 
/**
 * Names this build.
 */
build: string, 
/**
 * The engine's name.
 */
engine: string, 
/**
 * All rules.
 */
rules: Array<Rule>, 
/**
 * The opening rules that can be played.
 */
openings: Array<OpeningInfo>, 
/**
 * The levels, weakest first.
 */
levels: Array<LevelInfo>, 
/**
 * How the engine can search.
 */
algorithms: Array<Algorithm>, 
/**
 * What this server allows.
 */
limits: ServerLimits, 
/**
 * Formats that can be imported.
 */
reads: Array<string>, 
/**
 * Formats that can be exported.
 */
writes: Array<string>, 
/**
 * Languages of the app.
 */
languages: Array<string>, 
/**
 * Where games are kept.
 */
data: string, 
/**
 * Whether answers come from a script of a test instead of the engine.
 */
scripted: boolean, };

/**
 * A level.
 */
export type LevelInfo = { 
/**
 * From 1 on.
 */
level: number, 
/**
 * Stones it tries in thought. The app has its name and a sentence: `level.<n>.name` and `.text`.
 */
nodes: number, 
/**
 * How strong it proved to be; none until it is measured.
 */
rating: RatingInfo | null, };

/**
 * What is likely and not proved.
 */
export type LikelyKind = "win" | "loss";

/**
 * When an analysis stops by itself: at whatever comes first.
 */
export type Limit = { 
/**
 * Milliseconds.
 */
ms?: number, 
/**
 * Nodes.
 */
nodes?: number, 
/**
 * Depth in plies.
 */
depth?: number, };

/**
 * A kind of mark.
 */
export type MarkKind = "circle" | "triangle" | "square" | "cross" | "label";

export type Move = string;

/**
 * What happened to the engine.
 */
export type NoteCode = "less-memory" | "fewer-threads" | "restarted" | "crashed";

/**
 * Something chosen or declared in an opening.
 */
export type OpeningChoice = { 
/**
 * By whom.
 */
actor: Actor, 
/**
 * What: an option (`take-black`), or the number that was declared.
 */
option: string, 
/**
 * After how many stones.
 */
after: number, };

/**
 * An opening rule, and the boards it suits.
 */
export type OpeningInfo = { 
/**
 * Its name.
 */
name: OpeningRule, 
/**
 * The board sizes it suits.
 */
sizes: Array<number>, 
/**
 * Whether the engine can play it too.
 */
engine: boolean, };

export type OpeningRule = "none" | "swap-first" | "swap" | "swap2" | "pro" | "long-pro" | "rif" | "yamaguchi" | "soosyrv8" | "taraguchi10";

/**
 * What an opening asks for.
 */
export type OpeningStep = { 
/**
 * Which step this is, from one.
 */
step: number, 
/**
 * How many there are as things stand.
 */
of: number, 
/**
 * Who acts: the player who began, or the opponent.
 */
actor: Actor, 
/**
 * What colour the actor holds now.
 */
side: Side, 
/**
 * What has to be done.
 */
do: StepKind, 
/**
 * Names the step for the text that explains it: `swap2.choose`.
 */
text: string, 
/**
 * How many stones or offers are still to be put.
 */
count: number, 
/**
 * Their colours.
 */
colors: Array<Side>, 
/**
 * Where they may be put; none: anywhere.
 */
zone?: Zone, 
/**
 * What there is to choose from.
 */
options: Array<string>, 
/**
 * The numbers that can be declared, first and last.
 */
range?: [number, number], 
/**
 * Whether the last act can be taken back.
 */
can_go_back: boolean, };

/**
 * A move that was made.
 */
export type PlayedMove = { 
/**
 * The stone or pass.
 */
move: Move, 
/**
 * How long it took, in milliseconds.
 */
ms: number, 
/**
 * What the engine thought of it, if it thought.
 */
score?: Score, 
/**
 * Whether the engine took it from the opening book.
 */
book: boolean, };

export type Point = string;

/**
 * What the engine sees at an empty point.
 */
export type PointShapes = { 
/**
 * The point.
 */
point: Point, 
/**
 * For Black.
 */
black: SideShapes, 
/**
 * For White.
 */
white: SideShapes, 
/**
 * The policy of the side to move: how likely the point is its best move, as a logarithm.
 */
policy: number, };

/**
 * A position: a board, perhaps with stones set up, and moves in turn.
 */
export type Position = { 
/**
 * The rule.
 */
rule: Rule, 
/**
 * Lines of the board, 5 to 22.
 */
size: number, 
/**
 * Stones that were set up before the first move.
 */
setup?: Setup, 
/**
 * The moves since then.
 */
moves: Array<Move>, };

/**
 * A question about a position.
 */
export type PositionQuery = { 
/**
 * The position.
 */
pos: Position, 
/**
 * Whether [`Facts::shapes`] are wanted, for the heat-map.
 */
shapes?: boolean, };

/**
 * What went wrong, for people and for programs. HTTP errors have this as their body.
 */
export type Problem = { 
/**
 * What kind of thing went wrong.
 */
code: ProblemCode, 
/**
 * One English sentence that names the place.
 */
text: string, 
/**
 * The point it is about.
 */
point?: Point, 
/**
 * The game it is about.
 */
game?: string, 
/**
 * After how many milliseconds another try makes sense.
 */
retry_ms?: number, };

/**
 * Kinds of problems. Pages translate these; the text beside them is the English fallback.
 */
export type ProblemCode = "bad-message" | "bad-version" | "bad-position" | "occupied" | "off-board" | "forbidden" | "not-your-turn" | "game-over" | "opening" | "unsuited" | "nothing-to-undo" | "not-now" | "not-found" | "too-large" | "too-many" | "refused" | "not-saved" | "bad-file" | "cannot-hold" | "internal";

/**
 * The user's settings, mirrored so that another browser or port finds them.
 * `GET` and `PUT /api/profile`; of two the one changed later wins.
 */
export type Profile = { 
/**
 * When the settings were changed, in milliseconds since 1970; 0: never.
 */
changed: number, 
/**
 * The settings. The server does not look into them.
 */
settings: Record<string, unknown>, };

/**
 * What is proved.
 */
export type ProofKind = "win" | "loss" | "draw";

/**
 * A measured rating.
 */
export type RatingInfo = { 
/**
 * Elo points.
 */
elo: number, 
/**
 * Half of the 95 % interval.
 */
error: number, 
/**
 * Games behind it.
 */
games: number, };

/**
 * Why a game ended.
 */
export type Reason = "five" | "forbidden" | "resignation" | "time" | "forfeit" | "full-board" | "agreement";

/**
 * A mark.
 */
export type RecordMark = { 
/**
 * Where.
 */
point: Point, 
/**
 * What.
 */
mark: MarkKind, 
/**
 * What a label says.
 */
text?: string, };

/**
 * A node of a record.
 */
export type RecordNode = { 
/**
 * The place of the node before in the list; if nothing is said, the one listed before.
 */
parent?: number, 
/**
 * Who moves.
 */
side?: Side, 
/**
 * The move: a point, or `--`.
 */
move?: string, 
/**
 * Stones set up or taken away.
 */
setup?: RecordSetup, 
/**
 * Free text.
 */
comment?: string, 
/**
 * Marks on points.
 */
marks?: Array<RecordMark>, 
/**
 * Thinking time in milliseconds.
 */
ms?: number, 
/**
 * Whether somebody marked it as worth a look.
 */
hot?: boolean, 
/**
 * What has no field of its own, by its SGF name: names and their texts.
 */
extra?: Array<[string, Array<string>]>, };

/**
 * Stones set up or taken away at a node.
 */
export type RecordSetup = { 
/**
 * Black stones put.
 */
black?: Array<Point>, 
/**
 * White stones put.
 */
white?: Array<Point>, 
/**
 * Points cleared before that.
 */
cleared?: Array<Point>, 
/**
 * Who moves next.
 */
to_move?: Side, };

/**
 * Renames a stored game: `PATCH /api/games/<id>`. What is left out stays.
 */
export type RenameGame = { 
/**
 * The name.
 */
name?: string, 
/**
 * The tags.
 */
tags?: Array<string>, };

/**
 * The body of `POST /api/render?format=svg|png`; the answer is the picture. `GET /api/render.svg`
 * and `.png` take a position link instead: `?r=renju&n=15&m=h8i9`, with `numbers`, `theme`,
 * `width` and the other fields.
 */
export type Render = { 
/**
 * The position.
 */
pos: Position, 
/**
 * Marks.
 */
marks?: Array<RecordMark>, 
/**
 * Moves after the position that are drawn as marks with numbers 1, 2, …: a line of analysis.
 */
ghosts?: Array<Point>, 
/**
 * Numbers on stones: `none`, `all`, or how many of the last moves, as text.
 */
numbers?: string, 
/**
 * Makes this move number 1.
 */
number_from?: number, 
/**
 * Edges with coordinates: `none`, `two` or `four`.
 */
coordinates?: string, 
/**
 * Colours: `wood`, `paper` or `slate`.
 */
theme?: string, 
/**
 * Forbidden points: `none`, `cross` or `kind`.
 */
forbidden?: string, 
/**
 * A text below the board.
 */
caption?: string, 
/**
 * Width of a PNG in pixels.
 */
width?: number, };

export type Rule = "freestyle" | "standard" | "renju" | "caro" | "caro-exact";

/**
 * Saves a record: `POST /api/games` for a new one, `PUT /api/games/<id>` for another version.
 */
export type SaveRecord = { 
/**
 * A name.
 */
name?: string, 
/**
 * The record.
 */
record: GameRecord, 
/**
 * Of another version: the `changed` of the version that was edited. If the game has changed since,
 * nothing is saved.
 */
changed?: number, };

/**
 * What a position is worth, always from Black's side.
 */
export type Score = { 
/**
 * Black's winning chance, 0 to 1. With a proof 0, 0.5 or 1.
 */
wp: number, 
/**
 * What is proved for Black, if anything. Never shown like an estimate.
 */
proof: ProofKind | null, 
/**
 * With a proof of a win or loss: plies up to and including the five.
 */
plies?: number, 
/**
 * Without a proof: what the search expects for Black although it left some replies out.
 */
likely?: LikelyKind, 
/**
 * Without a proof: the engine's estimate for Black, in hundredths of a point; the best or worst
 * one if a win or loss is likely.
 */
centi?: number, };

/**
 * A player: a person or the engine.
 */
export type Seat = { "kind": "person", 
/**
 * The name, if it is known.
 */
name?: string, } | { "kind": "engine", 
/**
 * Its level, from 1 on; [`Info::levels`](super::Info) lists them.
 */
level: number, 
/**
 * How it searches; alpha-beta by default. [`Info::algorithms`](super::Info) lists the choices.
 */
algorithm?: Algorithm, 
/**
 * How much of the position the solver searches for forced wins; all of it by default, as when
 * the levels were measured. Saved games of older versions say `kill`.
 */
solver?: SolverLevelName, };

/**
 * Who holds which colour.
 */
export type Seats = { 
/**
 * Black's.
 */
black: Seat, 
/**
 * White's.
 */
white: Seat, };

/**
 * What a server allows.
 */
export type ServerLimits = { 
/**
 * The most threads of a search.
 */
threads: number, 
/**
 * The most megabytes of a search.
 */
memory: number, 
/**
 * Megabytes of a search unless another number is asked for.
 */
default_memory: number, 
/**
 * The most lines of an analysis.
 */
lines: number, 
/**
 * The smallest and largest board.
 */
sizes: [number, number], 
/**
 * The largest file that is imported, in bytes; libraries may be larger.
 */
import_bytes: number, 
/**
 * The largest RenLib library that is imported, in bytes.
 */
library_bytes: number, 
/**
 * The longest message, in bytes.
 */
message_bytes: number, 
/**
 * The largest profile, in bytes.
 */
profile_bytes: number, };

/**
 * Stones set up, and who moves then.
 */
export type Setup = { 
/**
 * Black stones.
 */
black: Array<Point>, 
/**
 * White stones.
 */
white: Array<Point>, 
/**
 * Who moves first.
 */
turn: Side, };

export type Side = "black" | "white";

/**
 * What a point is for one side.
 */
export type SideShapes = { 
/**
 * What the four lines become: row, column, diagonal up right, diagonal down right. Names as in
 * `tengen shapes --json`.
 */
lines: Array<string>, 
/**
 * What they threaten together.
 */
threat: string, 
/**
 * What the point gives its side.
 */
attack: number, 
/**
 * What it takes from the other.
 */
defence: number, };

/**
 * How much of a position the solver searches for forced wins.
 */
export type SolverLevelName = "off" | "fast" | "medium" | "slow";

/**
 * What a step asks for.
 */
export type StepKind = "place" | "offer" | "choose" | "declare";

/**
 * The answer to `GET /api/storage`: how the database fares.
 */
export type Storage = { 
/**
 * The data folder.
 */
folder: string, 
/**
 * Games that are in the database but cannot be read.
 */
unreadable: Array<string>, 
/**
 * Games that the disk did not take: they are in memory alone until it does.
 */
unsaved: Array<string>, };

/**
 * A stored game with everything. `GET /api/games/<id>`.
 */
export type StoredGame = { 
/**
 * As in the list.
 */
summary: GameSummary, 
/**
 * The moves and what stands beside them.
 */
record: GameRecord, 
/**
 * The state of a game played here; `game.open` goes on with it.
 */
state: GameState | null, };

/**
 * What is stored.
 */
export type StoredKind = "game" | "record";

/**
 * What a side could make with its next stone on a point.
 */
export type Threat = { 
/**
 * The point.
 */
point: Point, 
/**
 * Whose threat it is.
 */
side: Side, 
/**
 * What it would make.
 */
kind: ThreatKind, 
/**
 * The lines that make it: fives first, then fours, then threes.
 */
lines: Array<ThreatLine>, };

/**
 * What a stone makes, strongest first.
 */
export type ThreatKind = "five" | "open-four" | "double-four" | "four-three" | "double-three" | "four" | "open-three";

/**
 * One line of a threat.
 */
export type ThreatLine = { 
/**
 * What this line becomes: `five`, `open-four`, `four` or `open-three`.
 */
shape: string, 
/**
 * The stones already there and the point itself, in the order of the line.
 */
stones: Array<Point>, 
/**
 * The empty points where it would be completed next: to five, or an open three to an open
 * four.
 */
completes: Array<Point>, };

/**
 * What the browser says.
 */
export type ToServer = { "type": "ping" } | { "type": "position.query" } & PositionQuery | { "type": "analyse.start" } & AnalyseStart | { "type": "analyse.stop", 
/**
 * The generation.
 */
gen: number, } | { "type": "game.new" } & GameNew | { "type": "game.open", 
/**
 * The game.
 */
game: string, } | { "type": "game.leave", 
/**
 * The game.
 */
game: string, } | { "type": "game.move" } & GameMove | { "type": "game.undo", 
/**
 * The game.
 */
game: string, } | { "type": "game.action", 
/**
 * The game.
 */
game: string, 
/**
 * What to do.
 */
action: GameAction, } | { "type": "game.hint", 
/**
 * The game.
 */
game: string, };

/**
 * Who won.
 */
export type Winner = "black" | "white" | "draw";

/**
 * A square, and whether stones lie inside or outside of it.
 */
export type Zone = { 
/**
 * Lower left corner.
 */
low: Point, 
/**
 * Upper right corner.
 */
high: Point, 
/**
 * Whether the stones lie inside.
 */
inside: boolean, };
