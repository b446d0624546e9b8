// The API pages, read from the whole document: every operation has its fields and requests that its endpoint reads.

import { ModuleKind, transpileModule } from 'typescript'
import * as v from 'valibot'
import { describe, expect, it } from 'vitest'
import { apiDocument, routes } from '#api/app'
import { type ApiDocument, operationPage, productsOf } from '../../app/reference/document.server'
import { EXAMPLE_FIELDS } from '../../app/reference/example-fields.server'
import { findOperations } from '../../app/reference/search'

const DOCUMENT = apiDocument() as unknown as ApiDocument
const ORIGIN = 'https://cm.example'
const products = productsOf(DOCUMENT)
const pages = products.flatMap(({ operations }) =>
  operations.flatMap(({ id }) => operationPage(DOCUMENT, id, ORIGIN) ?? []),
)

describe('pages of the API', () => {
  it('name every endpoint once, under one product', () => {
    const expected = routes.flatMap(({ path, method, alsoBy }) =>
      [method, ...alsoBy].map((each) => `${each} /api${path}`),
    )
    expect(pages.map(({ method, path }) => `${method} ${path}`).sort()).toEqual(expected.sort())
    for (const { text, operations } of products) expect([text, operations.length]).not.toContain(0)
  })

  it('list every field that an endpoint takes', () => {
    for (const { method, path, input } of pages) {
      const names = input.filter(({ depth, place }) => depth === 0 && place !== 'header').map(({ name }) => name)
      expect([path, ...names].sort()).toEqual([path, 'lang', ...fieldsOf(method, path)].sort())
    }
  })

  it('have requests whose values the endpoint reads', () => {
    for (const { method, path, takes } of pages) {
      const needed = takes.filter(
        ({ isInExample, place, kind }) => isInExample && place !== 'header' && kind !== 'file',
      )
      const fields = Object.fromEntries(
        needed.map(({ name, kind, sample }) => [name, kind === 'json' ? JSON.parse(sample) : sample]),
      )
      const refused = v.safeParse(routeOf(method, path).input, fields).issues ?? []
      // A file is no text.
      const isFile = (issue: v.BaseIssue<unknown>) =>
        takes.some(({ kind, name }) => kind === 'file' && name === v.getDotPath(issue))
      expect([path, refused.filter((issue) => !isFile(issue)).map((issue) => v.getDotPath(issue))]).toEqual([path, []])
    }
  })

  it('have no example field that the endpoint lacks', () => {
    for (const [id, fields] of Object.entries(EXAMPLE_FIELDS)) {
      const takes = operationPage(DOCUMENT, id, ORIGIN)?.takes.map(({ name }) => name) ?? []
      expect([id, Object.keys(fields).filter((name) => !takes.includes(name))]).toEqual([id, []])
    }
  })

  it('have requests in TypeScript that compile, and in all languages with address and login', () => {
    for (const { path, access, requests } of pages) {
      const { diagnostics } = transpileModule(requests.typescript, {
        reportDiagnostics: true,
        compilerOptions: { module: ModuleKind.ESNext },
      })
      expect([path, diagnostics]).toEqual([path, []])
      for (const text of Object.values(requests)) {
        expect(text).toContain(ORIGIN + path)
        expect([path, text.includes('CM_TOKEN')]).toEqual([path, access !== 'open'])
      }
    }
  })

  it('answer nothing for an operation that is not there', () => {
    expect(operationPage(DOCUMENT, 'get_nowhere', ORIGIN)).toBeNull()
  })
})

describe('the search of the API', () => {
  const found = (search: string) =>
    findOperations(products, search).flatMap(({ operations }) =>
      operations.map(({ method, path }) => `${method} ${path}`),
    )

  it('finds an endpoint by method, path and product, in any order and case', () => {
    expect(found('v1/order post spot')).toContain('POST /api/v1/order')
    expect(found('V1/ORDER post SPOT')).not.toContain('GET /api/v1/order')
  })

  it('finds all without words, and none by a word that is nowhere', () => {
    expect(found('')).toHaveLength(pages.length)
    expect(found('order zebra')).toEqual([])
  })
})

const routeOf = (method: string, path: string) => {
  const route = routes.find(
    (each) => `/api${each.path}` === path && [each.method, ...each.alsoBy].some((by) => by === method),
  )
  if (!route) throw new Error(`no route ${method} ${path}`)
  return route
}

function fieldsOf(method: string, path: string): string[] {
  const { input } = routeOf(method, path)
  return 'entries' in input ? Object.keys(input.entries as object).filter((name) => name !== 'lang') : []
}
