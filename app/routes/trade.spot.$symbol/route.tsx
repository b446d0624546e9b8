// Spot trading: markets, chart, book, trades, ticket, own orders. Drawn by the server, then kept current by three channels.

import {
  type ClientActionFunctionArgs,
  type ShouldRevalidateFunctionArgs,
  useActionData,
  useLoaderData,
  useSearchParams,
} from '@remix-run/react'
import { type CSSProperties, useCallback, useMemo, useState } from 'react'
import type { Pair } from '#domain/catalogue'
import { decodeAmount } from '#domain/money/amount'
import type { BalanceRow, OrderRow } from '#party/protocol/account'
import { type FeeStanding, feeTermsOf } from '#party/protocol/account-promotion'
