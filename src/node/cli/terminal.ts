/** An output of the command: standard output, standard error, or a file. */
export interface Terminal {
  isTTY?: boolean;
  write(text: string): unknown;
}

/** Results go to `out`, progress and warnings to `err`. */
export interface Streams {
  out: Terminal;
  err: Terminal;
}
