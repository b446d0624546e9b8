// Assumptions of a fresh `npm start`: the example file becomes .dev.vars, and only that file makes a server a development server.

import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

const read = (name: string): string => readFileSync(new URL(`../../${name}`, import.meta.url), 'utf8')

test('a fresh local start is in development, so that the code of a registration can be read on /outbox', () => {
  expect(read('.dev.vars.example')).toMatch(/^ENVIRONMENT="development"$/m)
})

test('a deployment is in production whatever environment is named', () => {
  const said = [...read('wrangler.toml').matchAll(/^ENVIRONMENT = "(\w+)"$/gm)].map(([, name]) => name)
  expect(said).toEqual(['production', 'production'])
})
