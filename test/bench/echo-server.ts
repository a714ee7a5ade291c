import { createServer } from 'node:http';

/** A server in a process of its own, so that its work is not counted as ours. Prints its port. */
const server = createServer((request, response) => {
  request.resume();
  request.on('end', () => {
    response.setHeader('content-type', 'application/json');
    response.end('[]');
  });
});
server.listen(0, '127.0.0.1', () => {
  const address = server.address();
  process.stdout.write(`${String(typeof address === 'object' ? address?.port : '')}\n`);
});
