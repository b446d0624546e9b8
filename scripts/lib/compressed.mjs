// Compressing proxy in front of the app, like an edge: the direct socket sends uncompressed data.

import { createServer, request } from 'node:http'
import { brotliCompressSync, constants, createBrotliCompress } from 'node:zlib'

const TEXT = /^(?:text\/|application\/(?:javascript|json|manifest\+json)|image\/svg\+xml)/
/** Pages are compressed while streaming; files once, at maximum quality. */
const PAGE = { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } }

/** @returns {Promise<{ url: string, close: () => void }>} */
export async function serveCompressed(target) {
  const { hostname, port } = new URL(target)
  const files = new Map()

  const server = createServer((asked, answer) => {
    const { method, headers, url: path } = asked
    const passed = request({ hostname, port, method, headers, path }, (given) => {
      const { 'content-length': _length, 'transfer-encoding': _encoding, ...rest } = given.headers
      if (!TEXT.test(rest['content-type'] ?? '') || given.headers['content-encoding'] || given.statusCode !== 200) {
        answer.writeHead(given.statusCode, given.headers)
        return void given.pipe(answer)
      }
      answer.writeHead(200, { ...rest, 'content-encoding': 'br', vary: 'Accept-Encoding' })
      if (rest['cache-control']?.includes('immutable')) return sendFile(path, given, answer)
      const packed = createBrotliCompress({ ...PAGE, flush: constants.BROTLI_OPERATION_FLUSH })
      given.pipe(packed).pipe(answer)
    })
    passed.on('error', () => answer.destroy())
    asked.pipe(passed)
  })

  function sendFile(path, given, answer) {
    const chunks = []
    given.on('data', (chunk) => chunks.push(chunk))
    given.on('end', () => {
      if (!files.has(path)) files.set(path, brotliCompressSync(Buffer.concat(chunks)))
      answer.end(files.get(path))
    })
  }

  // WebSockets pass unchanged.
  server.on('upgrade', (asked, socket, head) => {
    const passed = request({ hostname, port, headers: asked.headers, path: asked.url })
    passed.on('upgrade', (given, far, first) => {
      const lines = Object.entries(given.headers).map(([name, value]) => `${name}: ${value}`)
      socket.write(`HTTP/1.1 101 Switching Protocols\r\n${lines.join('\r\n')}\r\n\r\n`)
      if (first.length > 0) socket.write(first)
      if (head.length > 0) far.write(head)
      far.on('error', () => socket.destroy())
      socket.on('error', () => far.destroy())
      far.pipe(socket).pipe(far)
    })
    passed.on('response', () => socket.destroy())
    passed.on('error', () => socket.destroy())
    passed.end()
  })

  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${server.address().port}`,
    close: () => {
      server.closeAllConnections()
      server.close()
    },
  }
}
