// Server port: the default, checked before building, or any free one.

import { createServer } from 'node:net'

/** PORT or the default. Throws a readable error if the port is in use. */
export async function requirePort(usual) {
  const port = Number(process.env.PORT || usual)
  if (!Number.isInteger(port) || port < 1 || port > 65_535)
    throw new Error(`PORT has to be 1 to 65535, not "${process.env.PORT}".`)
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
