// Sample requests of one operation in curl, TypeScript and Python, with required fields only.

import type { InputField } from './fields.server'

export type Requests = Readonly<Record<'curl' | 'typescript' | 'python', string>>

interface Asked {
  readonly method: string
  readonly url: string
  readonly isOpen: boolean
  readonly takes: readonly InputField[]
}

interface Parts {
  readonly method: string
  /** With its query. */
  readonly url: string
  readonly isOpen: boolean
  readonly body: Readonly<Record<string, unknown>> | null
  /** Field of a file, which makes the body a form. */
  readonly file: string | null
}

export function requestsOf({ method, url, isOpen, takes }: Asked): Requests {
  const needed = takes.filter(({ isRequired }) => isRequired)
  const query = new URLSearchParams(
    needed.flatMap(({ place, name, sample }) => (place === 'query' ? [[name, sample]] : [])),
  )
  const fields = needed.filter(({ place }) => place === 'body')
  const file = fields.find(({ kind }) => kind === 'file')?.name ?? null
  const parts = {
    method,
    url: query.size === 0 ? url : `${url}?${query.toString()}`,
    isOpen,
    body: takes.some(({ place }) => place === 'body') && file === null ? Object.fromEntries(fields.map(valueOf)) : null,
    file,
  }
  return { curl: curl(parts), typescript: typescript(parts), python: python(parts) }
}

const valueOf = ({ name, kind, sample }: InputField): [string, unknown] => [
  name,
  kind === 'json' ? JSON.parse(sample) : sample,
]

/** JSON with a space after each sign. */
const oneLine = (value: unknown): string => JSON.stringify(value, null, 1).replace(/\n\s*/g, ' ')

const curl = ({ method, url, isOpen, body, file }: Parts): string =>
  [
    `curl ${method === 'GET' ? '' : `-X ${method} `}'${url}'`,
    ...(isOpen ? [] : ['-H "Authorization: $CM_TOKEN"']),
    ...(body ? ["-H 'Content-Type: application/json'", `-d '${oneLine(body).replaceAll("'", `'\\''`)}'`] : []),
    ...(file === null ? [] : [`-F '${file}=@picture.jpg'`]),
  ].join(' \\\n  ')

function typescript({ method, url, isOpen, body, file }: Parts): string {
  const headers = [
    ...(isOpen ? [] : ["Authorization: process.env['CM_TOKEN'] ?? ''"]),
    ...(body ? ["'Content-Type': 'application/json'"] : []),
  ]
  const options = [
    ...(method === 'GET' ? [] : [`  method: '${method}',`]),
    ...(headers.length === 0 ? [] : [`  headers: { ${headers.join(', ')} },`]),
    ...(body ? [`  body: JSON.stringify(${oneLine(body)}),`] : []),
    ...(file === null ? [] : ['  body: form,']),
  ]
  return [
    ...(file === null
      ? []
      : [
          "import { openAsBlob } from 'node:fs'",
          '',
          'const form = new FormData()',
          `form.set('${file}', await openAsBlob('picture.jpg'), 'picture.jpg')`,
        ]),
    ...(options.length === 0
      ? [`const response = await fetch('${url}')`]
      : [`const response = await fetch('${url}', {`, ...options, '})']),
    'console.log(await response.json())',
  ].join('\n')
}

function python({ method, url, isOpen, body, file }: Parts): string {
  const options = [
    ...(isOpen ? [] : ['    headers={"Authorization": os.environ["CM_TOKEN"]},']),
    // JSON of texts, lists and objects is Python too.
    ...(body ? [`    json=${oneLine(body)},`] : []),
    ...(file === null ? [] : [`    files={"${file}": open("picture.jpg", "rb")},`]),
  ]
  const call = `response = requests.${method.toLowerCase()}(`
  return [
    ...(isOpen ? [] : ['import os']),
    'import requests',
    '',
    ...(options.length === 0 ? [`${call}"${url}")`] : [call, `    "${url}",`, ...options, ')']),
    'print(response.json())',
  ].join('\n')
}
