// CSV exports of data maintained by staff: coupons, staff members, catalogue and content tables.

import type { LoaderFunctionArgs } from '@remix-run/cloudflare'
import { SHEETS } from '#domain/desk/sheet'
import type { Sheet, StoredValue } from '#domain/desk/sheet-cell'
import { readSheet } from '#services/desk/sheets'
import { findColleagues } from '#services/desk/staff'
import { listCouponOffers } from '#services/promotion/coupon-desk'
import { type After, csvFile } from '../../admin/csv-file.server'
import { requireStaff } from '../../admin/enter.server'
import { couponFilter, couponFilterNames, staffFilter, textOf } from '../../admin/list-filter.server'
import { noteExport } from '../../admin/note-export.server'
import { readSheetName, sheetPermission } from '../../admin/sheet-form.server'
import { isoInstant } from '../../text/dates'

const searchOf = ({ request }: LoaderFunctionArgs): URLSearchParams => new URL(request.url).searchParams

/** Coupon terms as stored, in smallest units. */
export async function couponsCsv(args: LoaderFunctionArgs): Promise<Response> {
  const member = await requireStaff(args, 'coupons:read')
  const { env } = args.context
  const filter = couponFilter(searchOf(args))
  await noteExport(args, member, { list: 'coupons', filter: couponFilterNames(filter) })
  const heads = ['id', 'terms', 'code', 'stock', 'claimed', 'use_within_days', 'claim_from', 'claim_until']
  return csvFile({
    name: 'coupons',
    heads: [...heads, 'listed', 'welcome', 'enabled', 'since'],
    read: async (slice: After) => (await listCouponOffers(env, filter, slice)).rows,
    keyOf: ({ id }) => id,
    linesOf: (row) => [
      [
        ...[String(row.id), JSON.stringify(row.terms), row.code ?? '', String(row.stock), String(row.claimed)],
        ...[String(row.useWithinDays), isoInstant(row.claimFrom, 0), isoInstant(row.claimUntil, 0)],
        ...[String(row.isListed), String(row.isWelcome), String(row.isEnabled), isoInstant(row.createdAt, 0)],
      ],
    ],
  })
}

export async function staffCsv(args: LoaderFunctionArgs): Promise<Response> {
  const member = await requireStaff(args, 'staff:read')
  const { env } = args.context
  const filter = staffFilter(searchOf(args))
  await noteExport(args, member, { list: 'staff', filter: { ...filter } })
  return csvFile({
    name: 'staff',
    heads: ['id', 'email', 'name', 'role', 'state', 'since'],
    read: async (slice: After) => (await findColleagues(env, filter, slice)).rows,
    keyOf: ({ id }) => id,
    linesOf: (row) => [[String(row.id), row.email, row.name, row.role, row.state, isoInstant(row.createdAt, 0)]],
  })
}

/** All cells, including those that the page shows only in the row form. */
export async function sheetCsv(args: LoaderFunctionArgs, text: string): Promise<Response> {
  const member = await requireStaff(args, sheetPermission(text, 'read'))
  const name = readSheetName(text)
  const sheet: Sheet = SHEETS[name]
  const { env } = args.context
  const part = textOf(searchOf(args))
  await noteExport(args, member, { list: `sheet-${name}`, filter: { text: part } })
  const heads = sheet.cells.map((cell) => cell.name)
  return csvFile({
    name: `sheet-${name}`,
    heads,
    read: async (slice: After<readonly StoredValue[]>) => (await readSheet(env, name, { text: part, ...slice })).rows,
    keyOf: ({ place }) => place,
    linesOf: ({ cells }) => [heads.map((head) => cells[head] ?? '')],
  })
}
