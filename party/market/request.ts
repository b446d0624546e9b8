// Parses an Account's request. Accounts are our own rooms but may be faulty: a command that the book can't handle is stopped here, before
// it can damage shared state.

import { assert } from '#domain/assert'
import { checkTerms } from '#domain/spot'
import type { MarketCommand, MarketRequest } from '#party/protocol/market'

/** The request with its lines; an assertion fails on malformed text. */
export function parseRequest(text: string, lines: string): MarketRequest {
  const request: unknown = JSON.parse(text)
  assert(isRecord(request) && isPositive(request.account), 'a request names an account')
  assert(isCount(request.received), 'a request says what was received')
  assert(
    Array.isArray(request.commands) && request.commands.every(isCommand),
    'a request has commands that a book can carry out',
  )
  const lease: unknown = request.lease
  const forwarded = lines === '' ? [] : lines.split('\n')
  assert(isLease(lease) && forwarded.every((line) => NUMBERED_LINE.test(line)), 'a request says what it forwards')
  // Each field was looked at above, in `isCommand` and in `isLease`.
  const known = request as unknown as MarketRequest
  return { ...known, lease: { ...known.lease, lines: forwarded } }
}

/** Every line begins with the number of its turn. */
const NUMBERED_LINE = /^[1-9]\d{0,15}\t/

const isLease = (lease: unknown): boolean =>
  isRecord(lease) && isCount(lease.epoch) && isCount(lease.saved) && typeof lease.isRecovering === 'boolean'

function isCommand(command: unknown): command is MarketCommand {
  if (!isRecord(command) || !isPositive(command.seq)) return false
  switch (command.type) {
    case 'submit':
      return isPositive(command.orderNo) && isOrder(command)
    case 'cancel':
      return isPositive(command.orderNo)
    case 'cancel_spot_orders':
      return true
    case 'amend':
      return isPositive(command.orderNo) && isPositive(command.ticks) && isPositive(command.lots)
    default:
      return false
  }
}

function isOrder(command: Readonly<Record<string, unknown>>): boolean {
  const { side, kind, ticks, lots, budget, timeInForce, isPostOnly, selfTrade, roundAt, waitsOutPause, needsIndex } =
    command
  if (side !== 'buy' && side !== 'sell') return false
  if (kind !== 'limit' && kind !== 'market') return false
  if (timeInForce !== 'gtc' && timeInForce !== 'ioc' && timeInForce !== 'fok') return false
  if (typeof isPostOnly !== 'boolean' || !isCount(ticks) || !isCount(lots)) return false
  if (budget !== null && !isUnits(budget)) return false
  if (roundAt !== undefined && !isCount(roundAt)) return false
  if (waitsOutPause !== undefined && waitsOutPause !== true) return false
  if (needsIndex !== undefined && needsIndex !== true) return false
  if (selfTrade !== 'cancel_newest' && selfTrade !== 'cancel_oldest' && selfTrade !== 'cancel_both') return false
  const has = { price: ticks > 0, quantity: lots > 0, budget: budget !== null }
  return checkTerms({ side, kind, timeInForce, isPostOnly, has }).ok
}

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null
const isCount = (value: unknown): value is number => Number.isSafeInteger(value) && (value as number) >= 0
const isPositive = (value: unknown): value is number => Number.isSafeInteger(value) && (value as number) > 0
const isUnits = (value: unknown): boolean => typeof value === 'string' && /^(?:0|[1-9]\d{0,40})$/.test(value)
