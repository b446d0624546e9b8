// Frame of all asset pages: hidden amounts setting, and desktop navigation.

import { Outlet, useLoaderData, useLocation } from '@remix-run/react'
import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from '@remix-run/cloudflare'
import { useTranslation } from 'react-i18next'
import { BILL_VIEWS } from '../../components/wallet/bills-page'
import { HIDDEN_COOKIE, HiddenAmounts } from '../../components/hidden-amounts'
import { Tabs } from '../../components/tabs'
import { Refreshable } from '../../shell/refreshable'
import { choiceCookie } from '../../visitor/choice-cookies'
import { areAmountsHidden, fieldOf, requireSameOrigin, safeReturnPath } from '../../visitor/visitor.server'

/** Whether amounts are hidden: read from the visitor's cookie; the action sets it for visitors without scripts. */
export function loader({ request }: LoaderFunctionArgs) {
  return { isHidden: areAmountsHidden(request) }
}

export async function action({ request }: ActionFunctionArgs) {
  requireSameOrigin(request)
  const form = await request.formData()
  const cookie = choiceCookie(HIDDEN_COOKIE, fieldOf(form, 'hide') === '1' ? '1' : '0')
  return redirect(safeReturnPath(fieldOf(form, 'returnTo'), '/assets'), { headers: { 'Set-Cookie': cookie } })
}

/** The client state holds the choice after hydration, so no reload is needed. */
export const shouldRevalidate = (): boolean => false

const WAYS = ['deposit', 'withdraw'] as const

export default function AssetPages() {
  const { isHidden } = useLoaderData<typeof loader>()
  const { t } = useTranslation('wallet')
  const { t: tFunds } = useTranslation('funds')
  const { pathname, search } = useLocation()
  // The coin list serves deposit and withdrawal; its query names which.
  const way =
    pathname === '/assets/coins' ? (new URLSearchParams(search).get('for') ?? 'deposit') : pathname.split('/')[2]
  const section = (to: string, words: string) => ({ to, words, isSelected: pathname === to })
  return (
    <HiddenAmounts isHidden={isHidden}>
      <div className="assets-nav hidden px-5 pt-2 lg:block">
        {/* Actions first, then records. */}
        <Tabs
          label={t('title')}
          tabs={[
            {
              to: '/assets',
              words: t('overview'),
              isSelected: pathname === '/assets' || pathname === '/assets/record',
            },
            section('/assets/portfolio', t('portfolio')),
            ...WAYS.map((to) => ({ to: `/assets/coins?for=${to}`, words: tFunds(to), isSelected: way === to })),
            section('/assets/convert', tFunds('convert')),
            section('/assets/transfer', t('transfer')),
            {
              ...section('/assets/requests', tFunds('requests')),
              isSelected: pathname.startsWith('/assets/requests'),
            },
            section('/assets/transfers', t('transfer_history')),
            // Entries in two views, and the statement by month.
            {
              ...section('/assets/bills', t('bills')),
              isSelected: Object.values<string>(BILL_VIEWS).includes(pathname),
            },
          ]}
        />
      </div>
      <div className="lg:px-5">
        <Refreshable>
          <Outlet />
        </Refreshable>
      </div>
    </HiddenAmounts>
  )
}
