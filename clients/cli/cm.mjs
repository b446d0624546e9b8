#!/usr/bin/env node
// cm: calls the operations of /api/v1 from a shell. Prints JSON: the answer, or the problem details of a failure.
// Ends with 0 after success, 1 after a refusal of the site, 2 for a wrong command, 3 when the site does not answer.

import { parseArgs } from 'node:util'
import { Wrong, currentProfile, listProfiles, login, removeProfile, useProfile } from './profiles.mjs'
import { call, readOperations, siteOf } from './site.mjs'

const HELP = [
  'cm login --site https://example.com [--profile name]   make a key pair; then register its public key on the page /settings/api',
  'cm login --key <id> [--profile name]                   the id that the page shows; the profile is ready',
  'cm profile [use|remove <name>]                         list, choose, remove',
  'cm operations                                          what the site offers',
  'cm <operation> --help                                  its fields',
  'cm <operation> --field value                           call it; --command-id makes a repetition answer as the first time',
  'Common: --profile <name>, --site <address> (public operations need no profile).',
].join('\n')

/** Characters that a terminal carries out, or that turn the direction of writing, are escaped: they may come from anybody. */
const print = (value) => {
  const json = JSON.stringify(value, null, 2).replace(
    /[\x7f-\x9f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )
  process.stdout.write(`${json}\n`)
}

try {
  process.exitCode = await run(process.argv.slice(2))
} catch (failure) {
  if (!(failure instanceof Wrong)) throw failure
  print({ code: failure.code, detail: failure.message })
  process.exitCode = failure.exit
}

async function run([name, ...rest]) {
  if (name === undefined || name === 'help' || name === '--help') {
    process.stdout.write(`${HELP}\n`)
    return 0
  }
  if (rest.some((part) => /^--(?:secret|private[-_]?key|password)\b/i.test(part)))
    throw new Wrong('secret_in_arguments', 'Other programs see arguments: a secret is never one of them')
  if (name === 'login') {
    const { site, key, profile } = options(rest, ['site', 'key', 'profile'])
    print(login({ site: site && siteOf(site), key, name: profile }))
    return 0
  }
  if (name === 'profile') return profiles(rest)
  return operate(name, rest)
}

function profiles([action, name, ...more]) {
  if (more.length > 0 || (action !== undefined && name === undefined)) throw new Wrong('usage', HELP)
  if (action === 'use') useProfile(name)
  else if (action === 'remove') removeProfile(name)
  else if (action !== undefined) throw new Wrong('usage', HELP)
  print(listProfiles())
  return 0
}

async function operate(name, rest) {
  const given = fieldsOf(rest)
  const { profile: wanted, site: address, 'command-id': commandId, help, ...fields } = given
  const profile = currentProfile(wanted)
  const site = address === undefined ? profile?.site : siteOf(address)
  if (site === undefined) throw new Wrong('profile_missing', 'First: cm login --site <address>')
  const operations = await readOperations(site)
  if (name === 'operations') {
    print(
      [...operations.values()].map(({ id, summary, scope, isPublic }) => ({
        id,
        summary,
        scope: isPublic ? null : scope,
      })),
    )
    return 0
  }
  const operation = operations.get(name)
  if (!operation) throw new Wrong('operation_unknown', `There is no operation "${name}": cm operations`)
  if (help !== undefined) {
    const { id, summary, scope, isPublic, properties, required } = operation
    print({ id, summary, scope: isPublic ? null : scope, required, fields: properties })
    return 0
  }
  const unknown = Object.keys(fields).find((field) => !Object.hasOwn(operation.properties, field))
  if (unknown !== undefined) throw new Wrong('field_not_taken', `"${unknown}" is no field of ${name}`)
  // A key is shown to the site that it was made for, and to no other.
  const key = profile?.site === site ? profile : null
  if (!operation.isPublic && !key?.key)
    throw new Wrong('profile_missing', `${name} needs a profile of ${site}: cm login`)
  const { isOk, body } = await call(site, operation, { fields, commandId, profile: operation.isPublic ? null : key })
  print(body)
  return isOk ? 0 : 1
}

function options(parts, names) {
  try {
    const wanted = Object.fromEntries(names.map((name) => [name, { type: 'string' }]))
    return parseArgs({ args: parts, options: wanted, strict: true }).values
  } catch (failure) {
    throw new Wrong('usage', failure.message)
  }
}

/** "--field value" and "--field=value"; the fields of an operation are known only to its site. */
function fieldsOf(parts) {
  const fields = Object.create(null)
  for (let at = 0; at < parts.length; at += 1) {
    const [, name, value] = /^--([A-Za-z][\w-]*)(?:=([\s\S]*))?$/.exec(parts[at]) ?? []
    if (name === undefined) throw new Wrong('usage', `"${parts[at]}" is no --field`)
    if (Object.hasOwn(fields, name)) throw new Wrong('usage', `--${name} is given twice`)
    if (name === 'help') fields.help = true
    else if (value !== undefined) fields[name] = value
    else if (at + 1 < parts.length) fields[name] = parts[(at += 1)]
    else throw new Wrong('usage', `--${name} needs a value`)
  }
  return fields
}
