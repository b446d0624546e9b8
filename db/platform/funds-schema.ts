// Deposits, withdrawals, addresses, cards and observed chain data across users. No balances: an Account credits and pays by these row
// numbers.

import { sql } from 'drizzle-orm'
import { check, index, integer, primaryKey, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core'
import { DEPOSIT_KINDS, DEPOSIT_STATES } from '#domain/funds/deposit'
import { type PayoutMethod, type PayoutProblem, SEND_STATES } from '#domain/funds/payout'
import { WITHDRAWAL_KINDS, WITHDRAWAL_STATES } from '#domain/funds/withdrawal'
import { amountColumn, flagColumn, instantColumn } from '../columns'

export const deposit = sqliteTable(
  'deposit',
  {
    id: integer('id').primaryKey({ autoIncrement: true }),
    userId: integer('user_id').notNull(),
    /** A repeated request with one id counts once. Null for chain deposits. */
    commandId: text('command_id'),
    kind: text('kind', { enum: DEPOSIT_KINDS }).notNull(),
    assetId: integer('asset_id').notNull(),
    /** Empty for a bank. */
    network: text('network').notNull().default(''),
    amount: amountColumn('amount').notNull(),
    /** Receiving address; for a bank transfer, its reference. */
    address: text('address').notNull().default(''),
    memo: text('memo').notNull().default(''),
    /** Reference of the voucher's picture; empty for chain deposits. */
    voucher: text('voucher').notNull().default(''),
    /** Digest that identifies the same picture under another reference; null for chain deposits. */
    voucherDigest: text('voucher_digest'),
    txId: text('tx_id'),
    /**
     * Output of the transaction; null for the whole amount to the address in the asset. Older rows of EVM networks and TRON have a log's
     * number: possibly one of several logs to the same address.
     */
    outputIndex: integer('output_index'),
    height: integer('height'),
    blockHash: text('block_hash'),
    confirmations: integer('confirmations').notNull().default(0),
    confirmationsMin: integer('confirmations_min').notNull().default(0),
    state: text('state', { enum: DEPOSIT_STATES }).notNull(),
    /** Refusal reason for the user, or "reorganised". */
    reason: text('reason').notNull().default(''),
    /** The Account has credited it. Stays true during a recall. */
    isCredited: flagColumn('is_credited').notNull().default(false),
    /** How often it was put before the desk. */
    rounds: integer('rounds').notNull().default(0),
    /** Part of a recalled deposit that its owner had spent and owes, in units of the asset; null without a recall. */
    missing: amountColumn('missing'),
    /** When the chain was last asked about it; null: never. Who waits longest is next. */
    lookedAt: instantColumn('looked_at'),
    /** By how many looks in a row it was missed, and since when (server/domain/funds/deposit.ts). */
    missedLooks: integer('missed_looks').notNull().default(0),
    missedSince: instantColumn('missed_since'),
    createdAt: instantColumn('created_at').notNull(),
    reviewedAt: instantColumn('reviewed_at'),
    settledAt: instantColumn('settled_at'),
  },
  (table) => [
    uniqueIndex('deposit_by_command').on(table.userId, table.commandId),
    uniqueIndex('deposit_by_transfer').on(table.network, table.txId, table.outputIndex),
    uniqueIndex('deposit_of_transaction')
      .on(table.network, table.txId, table.address, table.assetId)
      .where(sql`output_index is null and tx_id is not null`),
    index('deposit_by_user').on(table.userId, table.id),
    index('deposit_confirming')
      .on(table.network)
      .where(sql`state = 'confirming'`),
    index('deposit_settled')
      .on(table.network, table.settledAt)
      .where(sql`kind = 'chain'`),
    index('deposit_passed').on(table.state, table.settledAt),
    index('deposit_by_voucher').on(table.voucherDigest),
    /** One voucher is one deposit, until it was refused or taken back; of another network, insertReportedDeposit sees to it: older rows may be two. */
    uniqueIndex('deposit_of_voucher')
      .on(table.network, table.voucherDigest)
      .where(sql`state in ('review', 'passed')`),
    index('deposit_waiting')
      .on(table.userId)
      .where(sql`state = 'review' and kind <> 'chain'`),
    index('deposit_recalled')
      .on(table.network)
      .where(sql`state = 'review' and is_credited = 1`),
    index('deposit_owing')
      .on(table.network)
      .where(sql`missing is not null`),
    check('deposit_state', sql`${table.state} in ('confirming', 'review', 'passed', 'failed', 'cancelled')`),
  ],
)

export const withdrawal = sqliteTable(
  'withdrawal',
  {
    id: integer('id').primaryKey({ autoIncrement: true }),
    userId: integer('user_id').notNull(),
    commandId: text('command_id').notNull(),
    kind: text('kind', { enum: WITHDRAWAL_KINDS }).notNull(),
    assetId: integer('asset_id').notNull(),
    network: text('network').notNull().default(''),
    /** The address, or the card's number. */
    target: text('target').notNull(),
    memo: text('memo').notNull().default(''),
    /** JSON of the card's fields at the request; empty for an address. */
    card: text('card').notNull().default(''),
    /** Amount that leaves the wallet, and the fee included in it. */
    amount: amountColumn('amount').notNull(),
    fee: amountColumn('fee').notNull(),
    btcValue: amountColumn('btc_value').notNull(),
    remark: text('remark').notNull().default(''),
    /** Sealed JSON of the travel rule's fields; empty where they were not asked. */
    travelSealed: text('travel_sealed').notNull().default(''),
    /** "draft" until the Account holds the money; "void" if it never did. */
    state: text('state', { enum: ['draft', 'void', ...WITHDRAWAL_STATES] }).notNull(),
    reason: text('reason').notNull().default(''),
    /** The user cancelled, and the Account hasn't confirmed it yet. */
    isCancelPending: flagColumn('is_cancel_owed').notNull().default(false),
    /** Batch that pays it, and its transaction (a bank's reference). */
    batchId: integer('batch_id'),
    txId: text('tx_id').notNull().default(''),
    confirmations: integer('confirmations').notNull().default(0),
    confirmationsMin: integer('confirmations_min').notNull().default(0),
    /** Nonce reserved on an EVM network: signed again, it can be paid only once. */
    nonce: integer('nonce'),
    /** What went wrong with its payment; two people decide, and it waits as approved. Empty: nothing. */
    problem: text('problem').$type<PayoutProblem | ''>().notNull().default(''),
    /** How often its payment was put before the desk. */
    rounds: integer('rounds').notNull().default(0),
    createdAt: instantColumn('created_at').notNull(),
    settledAt: instantColumn('settled_at'),
  },
  (table) => [
    uniqueIndex('withdrawal_by_command').on(table.userId, table.commandId),
    index('withdrawal_by_user').on(table.userId, table.id),
    index('withdrawal_passed').on(table.state, table.settledAt),
    index('withdrawal_draft')
      .on(table.createdAt)
      .where(sql`state = 'draft'`),
    index('withdrawal_cancel_owed')
      .on(table.isCancelPending)
      .where(sql`is_cancel_owed = 1`),
    index('withdrawal_unpaid')
      .on(table.network)
      .where(sql`state in ('approved', 'signing', 'sent')`),
    index('withdrawal_of_batch').on(table.batchId),
    check(
      'withdrawal_state',
      sql`${table.state} in ('draft', 'void', 'review', 'approved', 'signing', 'sent', 'passed', 'failed', 'cancelled')`,
    ),
    check('withdrawal_paid_by', sql`${table.state} not in ('sent', 'passed') or ${table.txId} <> ''`),
  ],
)

/** Payments that are signed together, by proposal of one person and approval of another. */
export const payoutBatch = sqliteTable('payout_batch', {
  id: integer('id').primaryKey({ autoIncrement: true }),
  /** Empty for a bank. */
  network: text('network').notNull(),
  method: text('method').$type<PayoutMethod>().notNull(),
  /** Its proposal. */
  proposalId: text('proposal_id').notNull().unique(),
  /** JSON to sign, as it was prepared last; empty before. */
  document: text('document').notNull().default(''),
  createdAt: instantColumn('created_at').notNull(),
})

/** Transactions of withdrawals: those that were uploaded, named, or noticed on the chain. */
export const payoutSend = sqliteTable(
  'payout_send',
  {
    withdrawalId: integer('withdrawal_id').notNull(),
    txId: text('tx_id').notNull(),
    network: text('network').notNull(),
    assetId: integer('asset_id').notNull(),
    /** Signed, in hexadecimal, for sending it again; empty when it was sent elsewhere. */
    raw: text('raw').notNull().default(''),
    nonce: integer('nonce'),
    state: text('state', { enum: SEND_STATES }).notNull(),
    paid: amountColumn('paid').notNull(),
    /** This withdrawal's part of the network's fee, in the network's coin. */
    networkFee: amountColumn('network_fee').notNull(),
    missedSince: instantColumn('missed_since'),
    lookedAt: instantColumn('looked_at'),
    sentAt: instantColumn('sent_at').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.withdrawalId, table.txId] }),
    index('payout_send_watched')
      .on(table.network, table.lookedAt)
      .where(sql`state in ('sent', 'gone')`),
    index('payout_send_by_transaction').on(table.txId),
    check('payout_send_state', sql`${table.state} in ('sent', 'paid', 'stray', 'failed', 'gone')`),
  ],
)

/** Addresses to withdraw to. */
export const savedAddress = sqliteTable(
  'saved_address',
  {
    id: integer('id').primaryKey({ autoIncrement: true }),
    userId: integer('user_id').notNull(),
    assetId: integer('asset_id').notNull(),
    network: text('network').notNull(),
    name: text('name').notNull(),
    address: text('address').notNull(),
    memo: text('memo').notNull().default(''),
    /** Reference of a picture; empty for none. */
    qrcode: text('qrcode').notNull().default(''),
    /** When address or memo last changed: the delay counts from here. */
    changedAt: instantColumn('changed_at').notNull(),
    updatedAt: instantColumn('updated_at').notNull(),
  },
  (table) => [
    uniqueIndex('saved_address_of_user').on(table.userId, table.assetId, table.network, table.address, table.memo),
  ],
)

/** At most one of each kind per user. */
export const bankCard = sqliteTable(
  'bank_card',
  {
    userId: integer('user_id').notNull(),
    kind: text('kind', { enum: ['domestic', 'international'] }).notNull(),
    /** JSON of field -> text (server/domain/funds/card.ts). */
    fields: text('fields').notNull(),
    changedAt: instantColumn('changed_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.userId, table.kind] })],
)

/** Owners of our receiving addresses. Shared addresses have no row: the memo identifies the owner. */
export const receivingAddress = sqliteTable(
  'receiving_address',
  {
    network: text('network').notNull(),
    address: text('address').notNull(),
    userId: integer('user_id').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.network, table.address] }),
    index('receiving_address_by_user').on(table.userId),
  ],
)

/** How far each network was read. */
export const chainCursor = sqliteTable('chain_cursor', {
  network: text('network').primaryKey(),
  /** Position from which the network's adapter continues. */
  position: text('position').notNull(),
  readAt: instantColumn('read_at').notNull(),
  /** Since when reading is stuck: the node lacks blocks that were already read, or doesn't return the next ones. Null while it works. */
  behindSince: instantColumn('behind_since'),
  /** By how many blocks; null where the position is no height. */
  behindBy: integer('behind_by'),
  /** First and last block that the node doesn't return; null without a gap. */
  gapFrom: integer('gap_from'),
  gapTo: integer('gap_to'),
})

/** Transfers of the local simulated chain; its blocks are made by the clock. */
export const simulatedTransfer = sqliteTable(
  'simulated_transfer',
  {
    id: integer('id').primaryKey({ autoIncrement: true }),
    network: text('network').notNull(),
    txId: text('tx_id').notNull().unique(),
    assetCode: text('asset_code').notNull(),
    amount: amountColumn('amount').notNull(),
    address: text('address').notNull(),
    memo: text('memo').notNull(),
    height: integer('height').notNull(),
    /** A reorganisation replaced its block. */
    isOrphaned: flagColumn('is_orphaned').notNull().default(false),
    createdAt: instantColumn('created_at').notNull(),
  },
  (table) => [index('simulated_transfer_by_height').on(table.network, table.height)],
)
