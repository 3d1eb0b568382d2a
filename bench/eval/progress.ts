/** Prints a progress bar to standard error. Without a terminal, prints every 10 %. */
export function createProgress(total: number, stream: NodeJS.WriteStream = process.stderr) {
  let shown = -1;
  return (done: number) => {
    const part = done / total;
    if (stream.isTTY) {
      const bar = '█'.repeat(Math.floor(part * 30)).padEnd(30, '·');
      stream.write(`\r${bar} ${done} of ${total}${done === total ? '\n' : ''}`);
      return;
    }
    const tenth = Math.floor(part * 10);
    if (tenth > shown) {
      shown = tenth;
      stream.write(`${done} of ${total}\n`);
    }
  };
}
