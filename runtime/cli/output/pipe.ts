/** A writer over a stream whose reader may go away, as `head` does: from then on text is
 *  dropped in silence. Every other failure of the stream is thrown as the stream throws it. */

export function pipe(stream: NodeJS.WritableStream): (text: string) => void {
  let isOpen = true;
  stream.on("error", (error: NodeJS.ErrnoException) => {
    if (error.code !== "EPIPE") throw error;
    isOpen = false;
  });
  return (text) => {
    if (isOpen) stream.write(text);
  };
}
