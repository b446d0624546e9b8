// Sample requests of one operation in curl, TypeScript and Python, with the fields that it needs.

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
  readonly json: Readonly<Record<string, unknown>> | null
  readonly form: Form | null
}

/** Multipart body: a file beside texts. */
interface Form {
  readonly texts: readonly (readonly [name: string, value: string])[]
  readonly file: string
}

const PICTURE = 'picture.jpg'

export function requestsOf({ method, url, isOpen, takes }: Asked): Requests {
  const needed = takes.filter(({ isInExample }) => isInExample)
  const query = new URLSearchParams(
    needed.flatMap(({ place, name, sample }) => (place === 'query' ? [[name, sample]] : [])),
  )
  const fields = needed.filter(({ place }) => place === 'body')
  const form = formOf(fields)
  const parts = {
    method,
    url: query.size === 0 ? url : `${url}?${query.toString()}`,
    isOpen,
    json: form === null && takes.some(({ place }) => place === 'body') ? Object.fromEntries(fields.map(valueOf)) : null,
    form,
  }
  return { curl: curl(parts), typescript: typescript(parts), python: python(parts) }
}

function formOf(fields: readonly InputField[]): Form | null {
  const file = fields.find(({ kind }) => kind === 'file')?.name
  if (file === undefined) return null
  const texts = fields.filter(({ name }) => name !== file)
  return { file, texts: texts.map(({ name, sample }) => [name, sample] as const) }
}

const valueOf = ({ name, kind, sample }: InputField): [string, unknown] => [
  name,
  kind === 'json' ? JSON.parse(sample) : sample,
]

/** JSON with a space after each sign. */
const oneLine = (value: unknown): string => JSON.stringify(value, null, 1).replace(/\n\s*/g, ' ')

const curl = ({ method, url, isOpen, json, form }: Parts): string =>
  [
    `curl ${method === 'GET' ? '' : `-X ${method} `}'${url}'`,
    ...(isOpen ? [] : ['-H "Authorization: $CM_TOKEN"']),
    ...(json ? ["-H 'Content-Type: application/json'", `-d '${oneLine(json).replaceAll("'", `'\\''`)}'`] : []),
    ...(form ? [...form.texts.map(([name, value]) => `-F '${name}=${value}'`), `-F '${form.file}=@${PICTURE}'`] : []),
  ].join(' \\\n  ')

function typescript({ method, url, isOpen, json, form }: Parts): string {
  const headers = [
    ...(isOpen ? [] : ["Authorization: process.env['CM_TOKEN'] ?? ''"]),
    ...(json ? ["'Content-Type': 'application/json'"] : []),
  ]
  const options = [
    ...(method === 'GET' ? [] : [`  method: '${method}',`]),
    ...(headers.length === 0 ? [] : [`  headers: { ${headers.join(', ')} },`]),
    ...(json ? [`  body: JSON.stringify(${oneLine(json)}),`] : []),
    ...(form ? ['  body: form,'] : []),
  ]
  return [
    ...(form
      ? [
          "import { openAsBlob } from 'node:fs'",
          '',
          'const form = new FormData()',
          ...form.texts.map(([name, value]) => `form.set('${name}', '${value}')`),
          `form.set('${form.file}', await openAsBlob('${PICTURE}'), '${PICTURE}')`,
        ]
      : []),
    ...(options.length === 0
      ? [`const response = await fetch('${url}')`]
      : [`const response = await fetch('${url}', {`, ...options, '})']),
    'console.log(await response.json())',
  ].join('\n')
}

const BOUNDARY = 'end-of-a-part'

/** By the standard library alone. */
function python({ method, url, isOpen, json, form }: Parts): string {
  const modules = [...(json ? ['json'] : []), ...(isOpen ? [] : ['os']), 'urllib.request']
  const type = form ? `multipart/form-data; boundary=${BOUNDARY}` : json ? 'application/json' : null
  const headers = [
    ...(isOpen ? [] : ['"Authorization": os.environ["CM_TOKEN"]']),
    ...(type === null ? [] : [`"Content-Type": "${type}"`]),
  ]
  const options = [
    // JSON of texts, lists and objects is Python too.
    ...(json ? [`    json.dumps(${oneLine(json)}).encode(),`] : []),
    ...(form ? ['    form,'] : []),
    ...(headers.length === 0 ? [] : [`    headers={${headers.join(', ')}},`]),
    ...(method === 'GET' ? [] : [`    method="${method}",`]),
  ]
  return [
    `import ${modules.join(', ')}`,
    '',
    ...(form ? pythonForm(form) : []),
    ...(options.length === 0 ? [] : ['request = urllib.request.Request(', `    "${url}",`, ...options, ')']),
    `with urllib.request.urlopen(${options.length === 0 ? `"${url}"` : 'request'}) as response:`,
    '    print(response.read().decode())',
  ].join('\n')
}

function pythonForm({ texts, file }: Form): readonly string[] {
  const part = (name: string) => `--${BOUNDARY}\\r\\nContent-Disposition: form-data; name="${name}"`
  return [
    'form = (',
    ...texts.map(([name, value]) => `    b'${part(name)}\\r\\n\\r\\n${value}\\r\\n'`),
    `    b'${part(file)}; filename="${PICTURE}"\\r\\nContent-Type: image/jpeg\\r\\n\\r\\n'`,
    `    + open("${PICTURE}", "rb").read()`,
    `    + b"\\r\\n--${BOUNDARY}--\\r\\n"`,
    ')',
  ]
}
