/** What a test of functions gets from `tests/scenarios/functions.rs`. */
export interface Tools {
  /** A module of the front end by its path. */
  load: (path: string) => Promise<any>;
  /** Compares two values; a difference fails the test. */
  same: (is: any, wanted: any, what?: string) => void;
}
