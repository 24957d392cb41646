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
 * Looks for stones that make a position even.
 */
export type BalanceStart = { 
/**
 * Chosen by the browser. The state carries it.
 */
gen: number, 
/**
 * The position.
 */
pos: Position, 
/**
 * How many stones, put in turn: one or two.
 */
stones: number, 
/**
 * When to stop.
 */
limit: Limit, };

/**
 * Stones that make a position even.
 */
export type BalanceState = { 
/**
 * The generation.
 */
gen: number, 
/**
 * Whether it was stopped: then the stones are the best of a short look.
 */
stopped: boolean, 
/**
 * Ways to put the stones, the most even first.
 */
ways: Array<BalanceWay>, 
/**
 * Nodes searched.
 */
nodes: number, };

/**
 * A way to put stones.
 */
export type BalanceWay = { 
/**
 * The stones in their order.
 */
stones: Array<Point>, 
/**
 * What the position after them is worth.
 */
score: Score, 
/**
 * How far Black's winning chance is from one half.
 */
distance: number, };

/**
 * What the certificates of the first player's win say of a position.
 */
export type CertificateState = "proven" | "open";

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
 * An imported collection. `GET /api/collections` lists them; `POST /api/collections?name=…` with a file as
 * its body makes one, `DELETE /api/collections/<id>` deletes it, `POST /api/collections/<id>/restore` brings
 * it back, and `POST /api/collections/<id>/stop` ends the reading of a file and keeps what was read.
 */
export type CollectionInfo = { 
/**
 * The collection.
 */
id: string, 
/**
 * What the user calls it.
 */
name: string, 
/**
 * The format of its file; nothing while it is read.
 */
format: string, 
/**
 * Moves that were counted.
 */
moves: number, 
/**
 * Games, if the file had games and not one tree.
 */
games?: number, 
/**
 * Why the file was not read to its end, if it was not.
 */
problem?: string, 
/**
 * When it was made, in milliseconds since 1970.
 */
created: number, 
/**
 * How far the file is read, while it is.
 */
progress?: CollectionProgress, };

/**
 * How far a file is read.
 */
export type CollectionProgress = { 
/**
 * Bytes that are, or that came while it is sent.
 */
read: number, 
/**
 * All of them; 0 if nobody said.
 */
total: number, 
/**
 * Whether the file is still on its way.
 */
sending: boolean, };

/**
 * What is known of a move.
 */
export type CompareRow = { 
/**
 * The move.
 */
move: Point, 
/**
 * What it leads to; none until its search says something.
 */
score?: Score, 
/**
 * Depth in plies.
 */
depth: number, 
/**
 * Nodes searched.
 */
nodes: number, 
/**
 * Milliseconds.
 */
ms: number, 
/**
 * The moves, the first one included.
 */
pv: Array<Point>, };

/**
 * Compares moves.
 */
export type CompareStart = { 
/**
 * Chosen by the browser. States carry it.
 */
gen: number, 
/**
 * The position.
 */
pos: Position, 
/**
 * Two to five moves.
 */
points: Array<Point>, 
/**
 * What each of them gets.
 */
limit: Limit, };

/**
 * A comparison as far as it is.
 */
export type CompareState = { 
/**
 * The generation.
 */
gen: number, 
/**
 * Whether it goes on.
 */
running: boolean, 
/**
 * The move that is searched now.
 */
at?: Point, 
/**
 * The moves in the order in which they were asked for.
 */
rows: Array<CompareRow>, 
/**
 * What went wrong, if anything did.
 */
problem?: string, };

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
 * The moves after which the opponent has no known forced win.
 */
export type DefenceList = { 
/**
 * Whether it was stopped before its end: then the moves say nothing.
 */
stopped: boolean, 
/**
 * The moves. All others lose to a proven win.
 */
moves: Array<DefenceMove>, };

/**
 * A move that stops a forced win, as far as is known.
 */
export type DefenceMove = { 
/**
 * The point.
 */
point: Point, 
/**
 * Whether it is proven to hold against fours and threats; else it was not refuted within the limit.
 */
holds: boolean, };

/**
 * Asks what stops the forced wins of the side that is not to move.
 */
export type DefendAsk = { 
/**
 * The position.
 */
pos: Position, 
/**
 * When to give up, in milliseconds.
 */
limit_ms?: number, };

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
 * The answer to `POST /api/games/delete`.
 */
export type DeletedGames = { 
/**
 * Those that were there.
 */
games: Array<string>, 
/**
 * For how many milliseconds they can be brought back.
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
 * Asks for a forced win and its proof.
 */
export type ExplainAsk = { 
/**
 * The position.
 */
pos: Position, 
/**
 * Whose win: that of the side to move by default. For the other side: what it threatens, as if the side
 * to move passed.
 */
side?: Side, 
/**
 * Whether only wins by fours are wanted; by fours and threats by default.
 */
fours_only?: boolean, 
/**
 * Which moves the attacker may use; fours and threats by default.
 */
kind?: ExplainKind, 
/**
 * When to give up, in milliseconds.
 */
limit_ms?: number, };

/**
 * Which moves an attacker may use.
 */
export type ExplainKind = "fours" | "threats" | "any";

/**
 * Asks how a proof answers another reply.
 */
export type ExplainReply = { 
/**
 * The proof, as its explanation names it.
 */
proof: string, 
/**
 * The moves from the explained position on; the last one is the defender's reply.
 */
moves: Array<Point>, };

/**
 * Where an explanation comes from.
 */
export type ExplainSource = "search" | "certificate" | "file";

/**
 * Whether there is a win.
 */
export type ExplainState = "win" | "none" | "unknown" | "stopped";

/**
 * One stone of a line, and what it means. Pages make sentences of it.
 */
export type ExplainStep = { 
/**
 * The point.
 */
point: Point, 
/**
 * Whose stone.
 */
side: Side, 
/**
 * What it makes, if it threatens something.
 */
makes?: ThreatKind, 
/**
 * The lines that make it.
 */
lines: Array<ThreatLine>, 
/**
 * Whether it stops a five of the other side.
 */
blocks: boolean, 
/**
 * After a threat of the attacker: the points where the defender can answer it. All others lose at once,
 * but for own fours.
 */
answers: Array<Point>, 
/**
 * After a threat of the attacker: the points where it could be answered if they were not forbidden.
 */
forbidden: Array<Forbidden>, 
/**
 * At a stone of the defender: other replies, each with a refutation of its own. At most forty are
 * named.
 */
others: Array<Point>, 
/**
 * How many others there are.
 */
other_count: number, };

/**
 * A line of a proof: the moves that were asked about, and how it goes on.
 */
export type ExplainedLine = { 
/**
 * The proof.
 */
proof: string, 
/**
 * All steps from the explained position on.
 */
line: Array<ExplainStep>, };

/**
 * A forced win with its proof, or why there is none.
 */
export type Explanation = { 
/**
 * The position that is explained.
 */
pos: Position, 
/**
 * The side whose win it is, or was searched for.
 */
side: Side, 
/**
 * Whether there is a win.
 */
state: ExplainState, 
/**
 * Where it comes from.
 */
source: ExplainSource, 
/**
 * What a search for a win by fours found, if there was one.
 */
fours?: ForcedWinState, 
/**
 * What a search for a win by threats found, if there was one.
 */
threats?: ForcedWinState, 
/**
 * What a search for a win by any moves found, if there was one.
 */
any?: ForcedWinState, 
/**
 * Plies up to and including the five, at most.
 */
plies?: number, 
/**
 * Names the proof in other calls, while the server keeps it.
 */
proof?: string, 
/**
 * Whether `GET /api/proof/<proof>` gives it as a file.
 */
can_be_saved: boolean, 
/**
 * The line to show first, one of the longest.
 */
line: Array<ExplainStep>, 
/**
 * The limit of the search, in milliseconds.
 */
limit_ms?: number, };

/**
 * A question of the explorer's.
 */
export type Explore = { 
/**
 * The position.
 */
pos: Position, 
/**
 * Where to look.
 */
source: ExploreSource, };

/**
 * Where the explorer looks.
 */
export type ExploreSource = { "kind": "own" } | { "kind": "book" } | { "kind": "collection", 
/**
 * The collection.
 */
id: string, };

/**
 * What the explorer knows of a position, of all eight symmetries together.
 */
export type Explored = { 
/**
 * The moves, the most frequent first; those of the book best first.
 */
moves: Array<ExploredMove>, 
/**
 * How often the position was left by a move.
 */
games: number, 
/**
 * The opening that the game came from.
 */
opening?: NamedOpening, 
/**
 * Of the own games: how far they are looked through, if not all of them are yet.
 */
indexing?: Indexing, };

/**
 * A move that was played in a position.
 */
export type ExploredMove = { 
/**
 * The point, at least one: in a symmetric position all that it cannot tell apart.
 */
points: Array<Point>, 
/**
 * How often it was played: games of a list, lines of a library, visits of the book.
 */
games: number, 
/**
 * How many of these games Black won.
 */
black: number, 
/**
 * How many White won.
 */
white: number, 
/**
 * How many were drawn. Others did not end, or nobody says how.
 */
draws: number, 
/**
 * What the book's search found.
 */
score?: Score, 
/**
 * The opening that this move makes.
 */
opening?: NamedOpening, };

/**
 * The body of `POST /api/export?format=sgf|psq|lib|pos|json|board|offset`; the answer is the file, and
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
 * What the certificates of the first player's win say, if the game began as they do.
 */
certificate?: CertificateState, 
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
gen: number, } | { "type": "explain.result" } & Explanation | { "type": "explain.line" } & ExplainedLine | { "type": "explain.defences" } & DefenceList | { "type": "compare.state" } & CompareState | { "type": "balance.state" } & BalanceState | { "type": "jobs" } & Jobs | { "type": "job.results" } & JobResults | { "type": "explored" } & Explored | { "type": "explorer.changed" } | { "type": "collection" } & CollectionInfo | { "type": "game.state" } & GameState | { "type": "game.hint" } & Hint | { "type": "review.state" } & ReviewState | { "type": "review.tried" } & ReviewTried | { "type": "watch.state" } & WatchState | { "type": "watch.games" } & WatchGames | { "type": "puzzle.tried" } & PuzzleTried | { "type": "puzzle.hint" } & PuzzleHint | { "type": "puzzle.solution" } & PuzzleSolution | { "type": "games.changed", 
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
 * Whether Games lists it: a game that is left with few stones is forgotten.
 */
listed: boolean, 
/**
 * Why the game could not be saved, if it could not.
 */
save_problem?: string, 
/**
 * If Black is the engine at its best, which plays by the certificates of the first player's win: whether
 * it does so here.
 */
certificate?: CertificateState, 
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
unfinished: boolean, 
/**
 * Whether the game's review is complete; nothing if there is none.
 */
reviewed?: boolean, };

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
 * How far the own games are looked through.
 */
export type Indexing = { 
/**
 * Games that are.
 */
done: number, 
/**
 * All of them.
 */
total: number, };

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
 * By which numbers a review judges.
 */
review: ReviewTable, 
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
 * Whether this server shows a match (`watch.open`) and does nothing else.
 */
watch: boolean, 
/**
 * Whether answers come from a script of a test instead of the engine.
 */
scripted: boolean, };

/**
 * Names a job.
 */
export type JobName = { 
/**
 * The job.
 */
job: number, };

/**
 * Pauses a job, or lets it go on.
 */
export type JobPause = { 
/**
 * The job.
 */
job: number, 
/**
 * Whether it pauses.
 */
pause: boolean, };

/**
 * What a job does.
 */
export type JobPhase = "waiting" | "running" | "yielding" | "paused" | "done" | "stopped" | "failed";

/**
 * What a job found.
 */
export type JobResults = { 
/**
 * The job.
 */
job: number, 
/**
 * Its lines: one, or one a game.
 */
lines: Array<ScoredLine>, };

/**
 * Starts a job: every position of a line, or of stored games, is searched in the background.
 */
export type JobStart = { 
/**
 * A line: its end, from which the earlier positions follow.
 */
line?: Position, 
/**
 * Or stored games, by their names.
 */
games?: Array<string>, 
/**
 * What each position gets.
 */
limit: Limit, };

/**
 * A job as it stands.
 */
export type JobState = { 
/**
 * Names it.
 */
job: number, 
/**
 * What it does now.
 */
state: JobPhase, 
/**
 * Positions that are done.
 */
done: number, 
/**
 * All of its positions.
 */
total: number, 
/**
 * The stored games, if it is about any.
 */
games: Array<string>, 
/**
 * Milliseconds that it may still take while nothing else is searched.
 */
remaining_ms?: number, 
/**
 * What went wrong, if it failed.
 */
problem?: string, };

/**
 * All jobs.
 */
export type Jobs = { 
/**
 * The oldest first. Those that have ended stay until they are dismissed.
 */
jobs: Array<JobState>, };

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
 * Several stored games: the body of `POST /api/games/delete`, of `POST /api/games/restore`, and of `POST
 * /api/games/export?format=…`, which gives one file of them all.
 */
export type ManyGames = { 
/**
 * The games.
 */
games: Array<string>, };

/**
 * A kind of mark.
 */
export type MarkKind = "circle" | "triangle" | "square" | "cross" | "label" | "arrow";

export type Move = string;

/**
 * An opening that has a name.
 */
export type NamedOpening = { 
/**
 * Its number among the openings of renju: `D4`.
 */
number: string, 
/**
 * The name that players use: `Kagetsu`.
 */
name: string, 
/**
 * What that means.
 */
english: string, 
/**
 * How it is written in Japanese.
 */
japanese: string, };

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
sizes: Array<number>, };

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
 * A mistake that became a puzzle.
 */
export type OwnPuzzle = { 
/**
 * Its name as a puzzle.
 */
id: string, 
/**
 * The game.
 */
game: string, 
/**
 * The place of the mistake in it, from 0.
 */
ply: number, 
/**
 * The rule.
 */
rule: Rule, 
/**
 * Lines of the board.
 */
size: number, 
/**
 * Who is to move.
 */
side: Side, 
/**
 * The move that was played.
 */
played: Point, 
/**
 * The stones before it, black and white.
 */
stones: [Array<Point>, Array<Point>], 
/**
 * When it was saved, in milliseconds since 1970.
 */
saved: number, 
/**
 * When it is to be tried again.
 */
due: number, 
/**
 * Whether that is now.
 */
is_due: boolean, 
/**
 * How often in a row it was solved in time; after four times it is learned.
 */
step: number, };

/**
 * What became of `Save as puzzles`.
 */
export type OwnSaved = { 
/**
 * Mistakes that are puzzles now.
 */
saved: number, 
/**
 * Those that were puzzles before.
 */
known: number, 
/**
 * The first of them to try, a new one if there is one.
 */
first: string | null, };

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
export type ProblemCode = "bad-message" | "bad-version" | "bad-position" | "occupied" | "off-board" | "forbidden" | "not-your-turn" | "game-over" | "opening" | "out-of-zone" | "symmetric" | "unsuited" | "nothing-to-undo" | "not-now" | "not-found" | "too-large" | "too-many" | "refused" | "not-saved" | "bad-file" | "cannot-hold" | "internal";

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
 * Which puzzles are wanted: `GET /api/puzzles?…`. What is not named does not matter.
 */
export type PuzzleFilter = { 
/**
 * The kind.
 */
kind?: PuzzleKind, 
/**
 * The rule.
 */
rule?: Rule, 
/**
 * The side to move.
 */
side?: Side, 
/**
 * The lowest rating.
 */
low?: number, 
/**
 * The highest rating.
 */
high?: number, 
/**
 * Whether those that are solved are left out.
 */
unsolved?: boolean, 
/**
 * The puzzle that is shown: the next one is another.
 */
after?: string, };

/**
 * A hint.
 */
export type PuzzleHint = { 
/**
 * The puzzle.
 */
puzzle: string, 
/**
 * How much is told.
 */
step: number, 
/**
 * What the move makes; none: nothing that must be answered at once.
 */
threat?: ThreatKind, 
/**
 * The area, lower left and upper right corner.
 */
area?: [Point, Point], 
/**
 * The point.
 */
point?: Point, 
/**
 * How well the user does now.
 */
player: PuzzlePlayer, 
/**
 * How much the rating changed, if this decided it.
 */
change?: number, };

/**
 * Asks for a hint.
 */
export type PuzzleHintAsk = { 
/**
 * The puzzle.
 */
puzzle: string, 
/**
 * The moves since its position.
 */
moves: Array<Point>, 
/**
 * How much is told, 1 to 3: the kind of the move, an area, the point. The point decides the rating.
 */
step: number, };

/**
 * What is to be found.
 */
export type PuzzleKind = "vcf" | "vct" | "win" | "defence" | "trap" | "best";

/**
 * The puzzles that are wanted, and who asks.
 */
export type PuzzleList = { 
/**
 * How many ship.
 */
total: number, 
/**
 * Those that are wanted, the easiest first.
 */
puzzles: Array<PuzzleSummary>, 
/**
 * The one to try next: none of those that are solved, and of about the user's rating.
 */
next?: string, 
/**
 * How well the user does.
 */
player: PuzzlePlayer, 
/**
 * How many mistakes of the user's own are puzzles.
 */
own: number, 
/**
 * How many of them are due.
 */
due: number, };

/**
 * How well the user solves puzzles.
 */
export type PuzzlePlayer = { 
/**
 * The rating, on the scale of the levels.
 */
rating: number, 
/**
 * How uncertain it is: one standard deviation.
 */
deviation: number, 
/**
 * Puzzles solved at the first try.
 */
solved: number, 
/**
 * Puzzles that were not.
 */
failed: number, 
/**
 * Solved at the first try in a row.
 */
streak: number, 
/**
 * The longest such row.
 */
best_streak: number, };

/**
 * How it went with a puzzle up to now.
 */
export type PuzzleProgress = "new" | "failed" | "solved";

/**
 * A puzzle as it is set: nothing that solves it.
 */
export type PuzzleShown = { 
/**
 * What lists show of it.
 */
summary: PuzzleSummary, 
/**
 * The position.
 */
pos: Position, 
/**
 * Where it comes from.
 */
source: string, 
/**
 * What it is if it is a mistake of the user's own.
 */
own?: OwnPuzzle, };

/**
 * The solution: of a puzzle that is not solved, this gives it up.
 */
export type PuzzleSolution = { 
/**
 * The puzzle.
 */
puzzle: string, 
/**
 * The moves that solve it.
 */
answers: Array<Point>, 
/**
 * The best line, the user first.
 */
line: Array<Point>, 
/**
 * Of a defence: what the other side wins by if nothing is done, the other side first.
 */
threat: Array<Point>, 
/**
 * How well the user does now.
 */
player: PuzzlePlayer, 
/**
 * How much the rating changed, if this decided it.
 */
change?: number, };

/**
 * What lists show of a puzzle: nothing that solves it.
 */
export type PuzzleSummary = { 
/**
 * Its name.
 */
id: string, 
/**
 * What is to be found.
 */
kind: PuzzleKind, 
/**
 * The rule.
 */
rule: Rule, 
/**
 * Lines of the board.
 */
size: number, 
/**
 * Who is to move.
 */
side: Side, 
/**
 * Own stones of the win, the five included; 0 where there is none to be made.
 */
stones: number, 
/**
 * How hard it is, in Elo of the levels; none for a mistake.
 */
rating?: number, 
/**
 * How it went up to now.
 */
state: PuzzleProgress, };

/**
 * What became of a move.
 */
export type PuzzleTried = { 
/**
 * The puzzle.
 */
puzzle: string, 
/**
 * The moves that were tried.
 */
moves: Array<Point>, 
/**
 * What the last of them is.
 */
verdict: PuzzleVerdict, 
/**
 * Whether the puzzle is solved.
 */
solved: boolean, 
/**
 * The defender's answer, if the game goes on.
 */
reply?: Point, 
/**
 * What follows a move that fails, the other side first.
 */
refutation: Array<Point>, 
/**
 * How well the user does now.
 */
player: PuzzlePlayer, 
/**
 * How much the rating changed, if this decided it.
 */
change?: number, };

/**
 * Tries a move.
 */
export type PuzzleTry = { 
/**
 * The puzzle.
 */
puzzle: string, 
/**
 * The moves since its position, the defender's too; the last is the one that is tried.
 */
moves: Array<Point>, };

/**
 * What a move is.
 */
export type PuzzleVerdict = "correct" | "also-wins" | "fails";

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
text?: string, 
/**
 * Where an arrow ends.
 */
to?: Point, };

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
 * The body of `POST /api/render?format=svg|png|gif`; the answer is the picture, as a GIF the moves of the
 * position one after the other. `GET /api/render.svg`, `.png` and `.gif` take a position link instead:
 * `?r=renju&n=15&m=h8i9`, with `numbers`, `theme`, `width` and the other fields.
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
 * Width of a PNG or GIF in pixels.
 */
width?: number, 
/**
 * A GIF begins with the position after this many moves.
 */
from?: number, 
/**
 * Milliseconds for each picture of a GIF.
 */
delay?: number, };

/**
 * How thorough a review is.
 */
export type ReviewDepth = "quick" | "standard" | "deep";

/**
 * What a review calls a move.
 */
export type ReviewLabel = "not-judged" | "lost" | "forced" | "book" | "best" | "good" | "inaccuracy" | "mistake" | "blunder";

/**
 * Whether a review goes on.
 */
export type ReviewPhase = "none" | "running" | "stopped" | "done" | "failed";

/**
 * How far a review has come.
 */
export type ReviewProgress = { 
/**
 * Whether the closer look has begun.
 */
checking: boolean, 
/**
 * The position searched last, from 0.
 */
ply: number, 
/**
 * Searches of this pass that are done.
 */
done: number, 
/**
 * Searches of this pass.
 */
total: number, 
/**
 * Milliseconds left of this pass, as far as one can tell.
 */
left_ms: number, };

/**
 * Why a move got its label.
 */
export type ReviewReason = "forbidden" | "slower" | "missed-win" | "losing";

/**
 * Starts a review, or goes on with one that was stopped.
 */
export type ReviewStart = { 
/**
 * The game.
 */
game: string, 
/**
 * How thorough; quick by default.
 */
depth?: ReviewDepth, 
/**
 * Whose moves are judged; both by default.
 */
side?: Side, };

/**
 * A review as far as it has come.
 */
export type ReviewState = { 
/**
 * The game.
 */
game: string, 
/**
 * Whether it goes on.
 */
state: ReviewPhase, 
/**
 * How thorough it is.
 */
depth: ReviewDepth, 
/**
 * Whose moves are judged, if not both sides'.
 */
side?: Side, 
/**
 * How far it has come, while it runs.
 */
progress?: ReviewProgress, 
/**
 * The name of the opening, if it has one.
 */
opening?: string, 
/**
 * Black's accuracy, 0 to 100.
 */
black?: number, 
/**
 * White's accuracy, 0 to 100.
 */
white?: number, 
/**
 * Where the game was decided.
 */
turning: Array<ReviewTurn>, 
/**
 * Every move.
 */
moves: Array<ReviewedMove>, 
/**
 * What each position is worth, before every move and at the end; null where nothing is known.
 */
scores: Array<Score | null>, };

/**
 * The numbers of the table of labels, in percent of winning chance unless they say otherwise.
 */
export type ReviewTable = { 
/**
 * A win that is at most this many plies longer than the shortest one is as good.
 */
slower_plies: number, 
/**
 * A missed win is a blunder below the first, a mistake below the second.
 */
missed_win: [number, number], 
/**
 * A losing move is an inaccuracy below the first, a mistake below the second.
 */
losing: [number, number], 
/**
 * Losses: up to the first a move is best, below the others good, an inaccuracy, a mistake.
 */
loss: [number, number, number, number], 
/**
 * A loss of this much makes a move worth nothing for accuracy.
 */
worthless: number, };

/**
 * How good a tried move is.
 */
export type ReviewTried = { 
/**
 * The game.
 */
game: string, 
/**
 * The place of the mistake, from 0.
 */
ply: number, 
/**
 * The move.
 */
move: Point, 
/**
 * Whether it is as good as the best, or nearly.
 */
accepted: boolean, 
/**
 * What it leads to.
 */
score: Score, 
/**
 * The line that follows, the move included.
 */
line: Array<Point>, };

/**
 * A move that is tried in place of a mistake.
 */
export type ReviewTry = { 
/**
 * The game.
 */
game: string, 
/**
 * The place of the mistake, from 0.
 */
ply: number, 
/**
 * The move.
 */
move: Point, };

/**
 * A moment that mattered.
 */
export type ReviewTurn = { 
/**
 * What it was.
 */
kind: ReviewTurnKind, 
/**
 * The move it is about, from 0; a point of no return is the position before it.
 */
ply: number, 
/**
 * Who is lost, or missed the win.
 */
side: Side, 
/**
 * What would have saved or won the game.
 */
line: Array<Point>, 
/**
 * Plies to the five.
 */
plies?: number, };

/**
 * What a turning point was.
 */
export type ReviewTurnKind = "no-return" | "last-chance" | "missed-win";

/**
 * A move of the game and what the review says of it.
 */
export type ReviewedMove = { 
/**
 * Who made it.
 */
side: Side, 
/**
 * The move.
 */
move: Move, 
/**
 * Its label.
 */
label: ReviewLabel, 
/**
 * The sign of the label; may be empty.
 */
sign: string, 
/**
 * Why, where the winning chance alone does not say.
 */
reason?: ReviewReason, 
/**
 * What the best move leads to.
 */
before?: Score, 
/**
 * What this move leads to.
 */
after?: Score, 
/**
 * The better line; empty if there was none.
 */
better: Array<Point>, 
/**
 * Whether it was looked at closely.
 */
checked: boolean, };

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
 * A line of play with the scores of its positions.
 */
export type ScoredLine = { 
/**
 * The stored game, if it is one.
 */
game?: string, 
/**
 * The end of the line.
 */
pos: Position, 
/**
 * Before the first move and after each; null where nothing is known yet.
 */
scores: Array<Score | null>, };

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
 * Adds and removes tags: `POST /api/games/tag`. The answer are the games that changed.
 */
export type TagGames = { 
/**
 * The games.
 */
games: Array<string>, 
/**
 * Tags to add.
 */
add: Array<string>, 
/**
 * Tags to remove.
 */
remove: Array<string>, };

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
gen: number, } | { "type": "explain" } & ExplainAsk | { "type": "explain.reply" } & ExplainReply | { "type": "explain.defend" } & DefendAsk | { "type": "explain.stop" } | { "type": "compare.start" } & CompareStart | { "type": "balance.start" } & BalanceStart | { "type": "research.stop" } | { "type": "job.start" } & JobStart | { "type": "job.pause" } & JobPause | { "type": "job.stop" } & JobName | { "type": "job.list" } | { "type": "job.results" } & JobName | { "type": "explore" } & Explore | { "type": "game.new" } & GameNew | { "type": "game.open", 
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
action: GameAction, } | { "type": "review.open", 
/**
 * The game.
 */
game: string, } | { "type": "review.start" } & ReviewStart | { "type": "review.stop", 
/**
 * The game.
 */
game: string, } | { "type": "review.leave" } | { "type": "review.try" } & ReviewTry | { "type": "watch.open" } | { "type": "watch.leave" } | { "type": "watch.games" } & WatchGamesAsk | { "type": "puzzle.try" } & PuzzleTry | { "type": "puzzle.hint" } & PuzzleHintAsk | { "type": "puzzle.solution", 
/**
 * Its name.
 */
puzzle: string, } | { "type": "game.hint", 
/**
 * The game.
 */
game: string, };

/**
 * The games of two players, as the first one sees them.
 */
export type WatchEncounter = { 
/**
 * The first player.
 */
a: string, 
/**
 * The second player.
 */
b: string, 
/**
 * Games.
 */
games: number, 
/**
 * Those that the first player won.
 */
wins: number, 
/**
 * Draws.
 */
draws: number, 
/**
 * Those that the first player lost.
 */
losses: number, 
/**
 * The first player's share of the points, 0 to 1, once there are games.
 */
score?: number, 
/**
 * The difference in Elo; none if it is infinite.
 */
elo?: number, 
/**
 * Half of the 95 % interval; none if it has no end.
 */
elo_error?: number, 
/**
 * How sure it is that the first player is stronger, 0 to 1.
 */
los?: number, 
/**
 * Pairs of games by the first player's half points: none, one, two, three, four.
 */
pairs: [number, number, number, number, number], };

/**
 * Why a match ended.
 */
export type WatchFinish = "complete" | "decided" | "stopped";

/**
 * A game that has ended.
 */
export type WatchGame = { 
/**
 * Its place among those that have ended, from zero.
 */
number: number, 
/**
 * Its number in its encounter, from zero.
 */
game: number, 
/**
 * Who had Black.
 */
black: string, 
/**
 * Who had White.
 */
white: string, 
/**
 * Who won, if anybody did.
 */
winner?: Side, 
/**
 * How it ended, as logs name it: `five`, `time`, `full-board` …
 */
ending: string, 
/**
 * What went wrong, if anything did.
 */
detail?: string, 
/**
 * The moves.
 */
pos: Position, 
/**
 * How many of them are the opening's.
 */
opening: number, };

/**
 * Games that have ended.
 */
export type WatchGames = { 
/**
 * The newest first, at most a hundred.
 */
games: Array<WatchGame>, };

/**
 * Asks for games that have ended.
 */
export type WatchGamesAsk = { 
/**
 * Those before this one, as [`WatchGame::number`] counts.
 */
before: number, };

/**
 * A game that is being played.
 */
export type WatchLive = { 
/**
 * Where it is played, from zero: at each table one game follows the other.
 */
table: number, 
/**
 * Its number in its encounter, from zero.
 */
game: number, 
/**
 * Who has Black.
 */
black: string, 
/**
 * Who has White.
 */
white: string, 
/**
 * The moves so far.
 */
pos: Position, 
/**
 * How many of them are the opening's.
 */
opening: number, 
/**
 * Milliseconds that the last one took.
 */
ms?: number, };

/**
 * A player of a match.
 */
export type WatchPlayer = { 
/**
 * Its name.
 */
name: string, 
/**
 * What it is: `tengen:nodes=5000`.
 */
text: string, 
/**
 * Its games.
 */
games: number, 
/**
 * Share of the points, 0 to 1, once there are games.
 */
score?: number, 
/**
 * Among more than two players: its rating.
 */
elo?: number, 
/**
 * Half of the 95 % interval of that.
 */
elo_error?: number, 
/**
 * Milliseconds a move.
 */
move_ms: number, 
/**
 * Nodes a second, if it reports them.
 */
nps?: number, };

/**
 * The state of an SPRT.
 */
export type WatchSprt = { 
/**
 * The lesser claim about the first player's advantage.
 */
elo0: number, 
/**
 * The greater claim.
 */
elo1: number, 
/**
 * The ratio at which the test fails.
 */
lower: number, 
/**
 * The ratio at which it passes.
 */
upper: number, 
/**
 * The log-likelihood ratio (LLR) now.
 */
llr: number, 
/**
 * What that says.
 */
verdict: WatchVerdict, 
/**
 * The ratio after some of the pairs in their order; the last value is that after all of them.
 */
llrs: Array<number>, 
/**
 * After how many games each of them was taken.
 */
at: Array<number>, };

/**
 * A match as it stands now.
 */
export type WatchState = { 
/**
 * The log that is followed; none for a match of this very program.
 */
log?: string, 
/**
 * The rule.
 */
rule: Rule, 
/**
 * Lines of the board.
 */
size: number, 
/**
 * The opening rule that the players follow.
 */
opening: OpeningRule, 
/**
 * Milliseconds a move, if it is the same for all players.
 */
move_ms?: number, 
/**
 * Milliseconds a game, likewise.
 */
game_ms?: number, 
/**
 * The players; if there are more than two, the best first.
 */
players: Array<WatchPlayer>, 
/**
 * Who has met whom.
 */
encounters: Array<WatchEncounter>, 
/**
 * The SPRT, if there is one.
 */
sprt?: WatchSprt, 
/**
 * The games that are being played, one a table.
 */
live: Array<WatchLive>, 
/**
 * Games that have ended.
 */
played: number, 
/**
 * Games of the whole match, if that is known.
 */
games?: number, 
/**
 * The games that ended last, the newest first.
 */
latest: Array<WatchGame>, 
/**
 * Milliseconds since it began, or since it was resumed.
 */
elapsed_ms: number, 
/**
 * Games an hour, once one has ended.
 */
games_per_hour?: number, 
/**
 * Milliseconds that all games may still take.
 */
remaining_ms?: number, 
/**
 * Why it ended, if it has.
 */
finish?: WatchFinish, 
/**
 * What went wrong, if the match or its log broke.
 */
problem?: string, };

/**
 * What an SPRT says.
 */
export type WatchVerdict = "passed" | "failed" | "undecided";

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
