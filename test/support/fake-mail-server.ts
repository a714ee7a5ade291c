import { type AddressInfo, createServer, type Socket } from 'node:net';

/** A mail server on loopback that keeps what it takes. */
export interface FakeMailServer extends AsyncDisposable {
  readonly port: number;
  /** Whole mails, headers first. */
  readonly mails: readonly string[];
  /** Every line that a client sent. */
  readonly lines: readonly string[];
}

/** How it behaves. `offers`: what its greeting says that it can. */
export interface MailServerScript {
  readonly offers?: readonly string[];
  /** What it answers to a mail. @default takes it */
  readonly toData?: string;
  /** Never greets. */
  readonly isSilent?: boolean;
}

/** Starts one. `await using` ends it. */
export async function startFakeMailServer(script: MailServerScript = {}): Promise<FakeMailServer> {
  const mails: string[] = [];
  const lines: string[] = [];
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => undefined);
    if (script.isSilent === true) return;
    socket.write('220 mail.example.test\r\n');
    const talk = createTalk(script, { mails, lines });
    let held = '';
    socket.setEncoding('utf8').on('data', (text: string) => {
      held += text;
      for (let end = held.indexOf('\r\n'); end >= 0; end = held.indexOf('\r\n')) {
        const answer = talk(held.slice(0, end));
        held = held.slice(end + 2);
        if (answer !== null) socket.write(answer);
      }
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    port: (server.address() as AddressInfo).port,
    mails,
    lines,
    [Symbol.asyncDispose]: async () => {
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

function createTalk(
  { offers = [], toData = '250 taken' }: MailServerScript,
  kept: { readonly mails: string[]; readonly lines: string[] },
): (line: string) => string | null {
  let mail: string[] | null = null;
  return (line) => {
    kept.lines.push(line);
    if (mail !== null) {
      if (line !== '.') {
        mail.push(line);
        return null;
      }
      kept.mails.push(mail.join('\n'));
      mail = null;
      return `${toData}\r\n`;
    }
    const verb = line.split(' ')[0]?.toUpperCase();
    if (verb === 'EHLO') {
      const said = ['mail.example.test', ...offers];
      return said.map((one, at) => `250${at === said.length - 1 ? ' ' : '-'}${one}\r\n`).join('');
    }
    if (verb === 'DATA') {
      mail = [];
      return '354 go on\r\n';
    }
    if (verb === 'STARTTLS') return '502 no such command\r\n';
    if (verb === 'AUTH') return '235 ok\r\n';
    return verb === 'QUIT' ? '221 bye\r\n' : '250 ok\r\n';
  };
}
