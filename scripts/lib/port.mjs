// Server port: the default, checked before building, or any free one.

import { createServer } from 'node:net'

/** `--port`, PORT or the default. Throws a readable error if the port is in use, or for any other argument. */
export async function requirePort(usual, args = process.argv.slice(2), env = process.env) {
  const [name, value, ...more] = args.flatMap((each) => each.split('='))
  const unknown = name === undefined || name === '--port' ? more[0] : name
  if (unknown !== undefined) throw new Error(`Unknown argument: ${unknown}. There is one: --port ${usual + 1}`)
  const named = name === undefined ? env.PORT || usual : value
  const port = Number(named)
  if (!Number.isInteger(port) || port < 1 || port > 65_535)
    throw new Error(`The port has to be 1 to 65535, not "${named ?? ''}".`)
  if (await isTaken(port)) {
    throw new Error(
      `Port ${port} is taken: the app may be running already. Stop it, or choose another port: PORT=${port + 1} npm start`,
    )
  }
  return port
}

/**
 * A currently free port.
 * @returns {Promise<number>}
 */
export const freePort = () =>
  new Promise((resolve, reject) => {
    const probe = createServer().once('error', reject)
    probe.listen(0, '127.0.0.1', () => {
      const { port } = probe.address()
      probe.close(() => resolve(port))
    })
  })

function isTaken(port) {
  return new Promise((resolve) => {
    const probe = createServer()
    probe.once('error', () => resolve(true))
    probe.listen(port, '127.0.0.1', () => probe.close(() => resolve(false)))
  })
}
