// TLS in front of the served app, for clients that speak to nothing else.

import { spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { connect } from 'node:net'
import { createServer, getCACertificates, setDefaultCACertificates } from 'node:tls'

/** Serves the app at `https://localhost:<port>` under a certificate that only this process trusts. `folder` takes the key. */
export async function serveTls(url, folder) {
  const [key, cert] = [`${folder}/tls.key`, `${folder}/tls.crt`]
  const curve = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes']
  const names = ['-subj', '/CN=localhost', '-addext', 'subjectAltName=DNS:localhost', '-days', '1']
  const { status, stderr } = spawnSync('openssl', ['req', '-x509', ...curve, ...names, '-keyout', key, '-out', cert])
  if (status !== 0) throw new Error(`openssl made no certificate: ${String(stderr)}`)
  setDefaultCACertificates([...getCACertificates(), readFileSync(cert, 'utf8')])
  const server = createServer({ key: readFileSync(key), cert: readFileSync(cert) }, (secure) => {
    const plain = connect(Number(new URL(url).port), '127.0.0.1')
    const end = () => [secure, plain].map((socket) => socket.destroy())
    for (const socket of [secure, plain]) socket.on('error', end).on('close', end)
    secure.pipe(plain).pipe(secure)
  })
  server.listen(0)
  await once(server, 'listening')
  return { url: `https://localhost:${server.address().port}`, close: () => server.close() }
}
