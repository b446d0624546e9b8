// Deposits and withdrawals in one list, with filters and a CSV export.

import { Form, useLoaderData } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { DEPOSIT_STATES } from '#domain/funds/deposit'
import { Button, ButtonLink } from '../../components/button'
import { Empty } from '../../components/empty'
import { FundsRecordRow, isFundsOpen } from '../../components/funds/funds-record'
import { HideToggle } from '../../components/hide-toggle'
import { Icon } from '../../components/icon'
import { ListGroup } from '../../components/list-row'
import { PageHeader } from '../../components/page-header'
import { PagedList } from '../../components/paged-list'
import { Select } from '../../components/select'
import { Tabs } from '../../components/tabs'
import { requestSearch } from '../../lists/request-choice'
import { useRefresh } from '../../live/use-fresh-list'
import type { loader } from './data.server'

export { loader } from './data.server'
export { clientLoader } from '../../live/further-pages'
export { pageTitle as meta } from '../../text/title'

const REFRESH_MS = 10_000

type Data = ReturnType<typeof useLoaderData<typeof loader>>

export default function Requests() {
  const { t } = useTranslation('funds')
  const { choice, rows, total, page, size } = useLoaderData<typeof loader>()
  useRefresh(REFRESH_MS, rows.some(isFundsOpen))
  const tabs = (['', 'deposit', 'withdrawal'] as const).map((type) => ({
    to: `/assets/requests${requestSearch({ ...choice, type })}`,
    words: type === '' ? t('all') : t(type === 'deposit' ? 'deposits' : 'withdrawals'),
    isSelected: choice.type === type,
  }))
  return (
    <>
      <PageHeader
        title={t('requests')}
        backTo="/assets"
        end={
          <>
            <HideToggle />
            <a
              href={`/assets/requests/export${requestSearch(choice)}`}
              download
              className="button button-quiet button-sm"
            >
              <Icon name="deposit" className="size-4" />
              {t('export')}
            </a>
          </>
        }
      />
      <div className="px-3 lg:px-0">
        <Tabs label={t('requests')} tabs={tabs} />
        <Filters />
        {rows.length === 0 ? (
          <div className="panel">
            <Empty icon="history" action={<ButtonLink to="/assets/coins?for=deposit">{t('deposit')}</ButtonLink>}>
              {t('requests_empty')}
            </Empty>
          </div>
        ) : (
          <PagedList
            rows={rows}
            page={page}
            total={total}
            size={size}
            rowsOf={(data: Data) => data.rows}
            keyOf={({ key }) => key}
          >
            {(records) => (
              <ListGroup>
                {records.map((record) => (
                  <FundsRecordRow key={record.key} record={record} />
                ))}
              </ListGroup>
            )}
          </PagedList>
        )}
      </div>
    </>
  )
}

function Filters() {
  const { t } = useTranslation('funds')
  const { t: tRefusals } = useTranslation('refusals')
  const { choice, assets } = useLoaderData<typeof loader>()
  return (
    <Form method="get" className="grid gap-2 py-3 min-[24rem]:grid-cols-2 lg:grid-cols-[1fr_1fr_auto]">
      {choice.type !== '' && <input type="hidden" name="type" value={choice.type} />}
      <Select
        label={t('coin')}
        name="asset"
        defaultValue={choice.asset}
        options={[
          { value: '', words: t('all_coins') },
          ...assets.map(({ id, code }) => ({ value: String(id), words: code })),
        ]}
      />
      <Select
        label={t('state')}
        name="state"
        defaultValue={choice.state}
        options={[
          { value: '', words: t('all_states') },
          ...DEPOSIT_STATES.map((state) => ({ value: state, words: tRefusals(`funds_${state}`) })),
        ]}
      />
      <Button className="max-lg:col-span-full">{t('filter')}</Button>
    </Form>
  )
}
