// Files of payouts: the travel rule's message of a withdrawal; of a batch CSV, the file to sign as JSON, that
// of Bitcoin kinds also as signers' own files have it (BIP 174), and pain.001 for banks.

import type { LoaderFunctionArgs } from '@remix-run/cloudflare'
import { payoutBank } from '#services/chains/networks'
import { batchLines, painFile, psbtFile } from '#services/payouts/documents'
import { readBatch } from '#services/payouts/report'
import { travelMessage } from '#services/screening/travel-rule'
import { requireStaff } from '../../admin/enter.server'
import { noteExport } from '../../admin/note-export.server'
import { csvOf } from '../../lists/csv.server'
import { idOf } from '../../lists/query'

const TYPES = { json: 'application/json', psbt: 'application/octet-stream', xml: 'application/xml' } as const
type Kind = keyof typeof TYPES

/** `what`: "payout-12-json". */
export async function payoutFile(args: LoaderFunctionArgs, what: string): Promise<Response> {
  const member = await requireStaff(args, 'payouts:read')
  const { env } = args.context
  const [, id, kind] = /^payout-(\d{1,15})-(csv|json|psbt|xml)$/.exec(what) ?? []
  const read = kind && (await readBatch(env, idOf(id), Date.now()))
  if (!kind || !read) throw new Response(null, { status: 404 })
  const { batch, rows, catalogue, isSealed } = read
  await noteExport(args, member, { list: what })
  if (kind === 'csv') {
    const { heads, lines } = batchLines(catalogue, rows)
    return csvOf(what, heads, lines)
  }
  const bodies: Readonly<Record<Kind, () => string | Uint8Array<ArrayBuffer> | null>> = {
    json: () => (isSealed ? null : batch.document),
    psbt: () => (isSealed ? null : psbtFile(batch)),
    xml: () => painFile(catalogue, { batch, rows, siteName: env.SITE_NAME, debtor: payoutBank(env) }),
  }
  // One of the pattern above.
  const body = bodies[kind as Kind]()
  if (!body) throw new Response(null, { status: 404 })
  return fileOf(`${what}.${kind}`, TYPES[kind as Kind], body)
}

/** `what`: "travel-12", the number of a withdrawal. */
export async function travelFile(args: LoaderFunctionArgs, what: string): Promise<Response> {
  const member = await requireStaff(args, 'payouts:read')
  const message = await travelMessage(args.context.env, idOf(what.slice('travel-'.length)))
  if (!message) throw new Response(null, { status: 404 })
  await noteExport(args, member, { list: what })
  return fileOf(`${what}.json`, TYPES.json, JSON.stringify(message, null, 2))
}

const fileOf = (name: string, type: string, body: string | Uint8Array<ArrayBuffer>): Response =>
  new Response(body, {
    headers: {
      'Content-Type': type,
      'Content-Disposition': `attachment; filename="${name}"`,
      'Cache-Control': 'no-store',
    },
  })
