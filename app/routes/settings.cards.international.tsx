// International card or account for withdrawals.

import { useActionData, useLoaderData } from '@remix-run/react'
import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/cloudflare'
import { useTranslation } from 'react-i18next'
import { CardForm, CardTabs } from '../components/funds/card-form'
import { PageHeader } from '../components/page-header'
import { changeCard, loadCard } from '../forms/card-pages.server'
import { titleOf } from '../text/title.server'
import { requireSession } from '../visitor/visitor.server'

export { askFunds as clientAction } from '../forms/funds'
export { pageTitle as meta } from '../text/title'
export { keepUnanswered as shouldRevalidate } from '../site/revalidation'

/** International card or account: saved, changed or deleted. */
export async function loader({ request, context }: LoaderFunctionArgs) {
  const session = await requireSession(request, context.env)
  const card = await loadCard(request, context.env, session, 'international')
  return { title: titleOf(request, 'funds', 'card_international'), ...card }
}

export const action = ({ request, context }: ActionFunctionArgs) => changeCard(request, context.env, 'international')

export default function InternationalCard() {
  const { t } = useTranslation('funds')
  const card = useLoaderData<typeof loader>()
  const answer = useActionData<typeof action>()
  return (
    <div>
      <PageHeader title={t('card_international')} backTo="/settings" />
      <CardTabs kind="international" />
      <CardForm kind="international" card={card} answer={answer} />
    </div>
  )
}
