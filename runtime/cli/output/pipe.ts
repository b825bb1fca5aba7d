/** A writer over a stream that may break while it is written to. After that, text is dropped: in
 *  silence when the reader went away, as `head` does (EPIPE); any other break, such as a full
 *  disk, is told to `onLoss`, at whatever later moment the stream notices. */

export function pipe(
  stream: NodeJS.WritableStream,
  onLoss: (cause: unknown) => void,
): (text: string) => void {
  let isOpen = true;
  stream.on("error", (error: NodeJS.ErrnoException) => {
    if (isOpen && error.code !== "EPIPE") onLoss(error);
    isOpen = false;
  });
  return (text) => {
    if (isOpen) stream.write(text);
  };
}
