// All own applications for tokens: applied for, allotted, unlocked.

import { useLoaderData } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { FeatureWords } from '../../components/feature-words'
import { IeoOrders } from '../../components/ieo/sale'
import { OwnList } from '../../components/own-list'
import type { loader } from './data.server'

export { loader } from './data.server'
export { pageTitle as meta } from '../../text/title'

export default function Page() {
  const { texts } = useLoaderData<typeof loader>()
  return (
    <FeatureWords namespace="ieo" texts={texts}>
      <Orders />
    </FeatureWords>
  )
}

function Orders() {
  const { t } = useTranslation('ieo')
  const { title, rows, names, ...list } = useLoaderData<typeof loader>()
  return (
    <OwnList title={title} product={{ to: '/ieo', words: t('title') }} none={t('no_orders')} {...list}>
      {rows.length > 0 && <IeoOrders rows={rows} names={names} />}
    </OwnList>
  )
}
