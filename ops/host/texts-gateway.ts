import { createServer } from 'node:http';

/** A gateway for texts at a port of the loopback: takes each, and prints its path and body as a line. */
const port = Number(process.argv[2]);
createServer(async (request, response) => {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  process.stdout.write(`${JSON.stringify({ path: request.url, body: Buffer.concat(chunks).toString() })}\n`);
  response.writeHead(202).end();
}).listen(port, '127.0.0.1');
