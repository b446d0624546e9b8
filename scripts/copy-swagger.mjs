// Copies Swagger UI script and style to public/swagger (not in git), so that browsers contact no other host.

import { copyFileSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { createRequire } from 'node:module'
import { fileURLToPath } from 'node:url'

const source = dirname(createRequire(import.meta.url).resolve('swagger-ui-dist/package.json'))
const target = join(dirname(fileURLToPath(import.meta.url)), '..', 'public', 'swagger')
const stamp = join(target, 'version.txt')
const { version } = JSON.parse(readFileSync(join(source, 'package.json'), 'utf8'))

const START = `SwaggerUIBundle({
  url: '/api/openapi.json',
  dom_id: '#document',
  deepLinking: true,
  docExpansion: 'list',
  // Otherwise Swagger UI calls an online validator.
  validatorUrl: null,
})
`

if (!existsSync(stamp) || readFileSync(stamp, 'utf8') !== version) {
  mkdirSync(target, { recursive: true })
  for (const file of ['swagger-ui.css', 'swagger-ui-bundle.js']) copyFileSync(join(source, file), join(target, file))
  writeFileSync(join(target, 'start.js'), START)
  writeFileSync(stamp, version)
}
