/** A server that speaks TDS over TLS on loopback, scripted by its test: whoever signs in is heard,
 *  and every query is answered by the script. */
import { createServer, type Server, type Socket } from "node:net";
import { Duplex } from "node:stream";
import { createSecureContext, TLSSocket } from "node:tls";
import { ATTENTION, done, loginAnswer, preloginAnswer } from "./tds-answers.ts";
import { CERTIFICATE, KEY } from "./tds-certificate.ts";
import {
  batchText,
  messages,
  PACKET,
  type Packet,
  packets,
  rpcText,
  tokenOf,
} from "./tds-packets.ts";

export type TdsServer = {
  readonly port: number;
  /** Queries in their order, without what a driver says of its own accord. */
  readonly heard: string[];
  readonly tokens: (string | null)[];
  readonly cancelled: () => number;
  readonly close: () => Promise<void>;
};

/** Null: the query is never answered. A list: it is sent, and then the connection breaks amid its
 *  last packet. `cut`: it arrives whole, as the beginning of an answer, and then it breaks. */
export type Script = (
  query: string,
) => Buffer | null | readonly [Buffer] | { readonly cut: Buffer };
export type Sign = (token: string | null) => Buffer;

export async function tdsServer(script: Script, sign: Sign = loginAnswer): Promise<TdsServer> {
  const heard: string[] = [];
  const tokens: (string | null)[] = [];
  let cancelled = 0;
  const sockets = new Set<Socket>();
  const speak = (answer: Answer, { type, payload }: Packet): void => {
    if (type === PACKET.login) {
      tokens.push(tokenOf(payload));
      answer(sign(tokens.at(-1) ?? null));
      return;
    }
    if (type === PACKET.attention) {
      cancelled += 1;
      answer(done(null, ATTENTION));
      return;
    }
    const query = type === PACKET.rpc ? rpcText(payload) : batchText(payload);
    if (/^set /i.test(query.trim())) {
      answer(done());
      return;
    }
    heard.push(query);
    const answered = script(query);
    if (Buffer.isBuffer(answered)) answer(answered);
    else if (answered !== null && "cut" in answered) answer(answered.cut, "cut");
    else if (answered !== null) answer(answered[0], "break");
  };
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on("error", () => {}).on("close", () => sockets.delete(socket));
    serve(socket, speak);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as { readonly port: number };
  return {
    port,
    heard,
    tokens,
    cancelled: () => cancelled,
    close: () => end(server, sockets),
  };
}

async function end(server: Server, sockets: ReadonlySet<Socket>): Promise<void> {
  for (const socket of sockets) socket.destroy();
  await new Promise((resolve) => server.close(resolve));
}

type Answer = (payload: Buffer, then?: "break" | "cut") => void;

const APPLICATION_DATA = 0x17;

/** The handshake of TLS travels inside of packets, one answer for each; what follows does not. */
function serve(socket: Socket, speak: (answer: Answer, message: Packet) => void): void {
  let isRaw = false;
  let flight: Buffer[] = [];
  const tunnel = new Duplex({
    read: () => {},
    write: (chunk: Buffer, _encoding, written) => {
      if (isRaw || chunk[0] === APPLICATION_DATA) socket.write(chunk);
      else {
        if (flight.length === 0) setImmediate(land);
        flight.push(chunk);
      }
      written();
    },
  });
  const land = (): void => {
    socket.write(packets(PACKET.prelogin, Buffer.concat(flight)));
    flight = [];
  };
  let isFirst = true;
  const unwrap = messages(({ payload }) => {
    if (isFirst) socket.write(packets(PACKET.answer, preloginAnswer()));
    else tunnel.push(payload);
    isFirst = false;
  });
  socket.on("data", (data) => {
    isRaw ||= data[0] === APPLICATION_DATA;
    if (isRaw) tunnel.push(data);
    else unwrap(data);
  });
  const secure = new TLSSocket(tunnel, {
    isServer: true,
    secureContext: createSecureContext({ key: KEY, cert: CERTIFICATE, maxVersion: "TLSv1.2" }),
  });
  secure.on("error", () => socket.destroy());
  const answer: Answer = (payload, then) => {
    const sent = packets(PACKET.answer, payload, then === "cut" ? "more" : "all");
    if (then === undefined) secure.write(sent);
    else if (then === "cut") secure.write(sent, () => socket.destroySoon());
    else secure.write(sent.subarray(0, sent.length - 1), () => socket.destroySoon());
  };
  secure.on(
    "data",
    messages((message) => speak(answer, message)),
  );
}
