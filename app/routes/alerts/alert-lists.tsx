// Open alerts, each with a button that removes it, and ended alerts with the price that reached them.

import { Form, useActionData, useLoaderData } from '@remix-run/react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { AlertRow } from '#party/protocol/alerts'
import { Button } from '../../components/button'
import { Dotted } from '../../components/dotted'
import { Problem } from '../../components/field'
import { Icon } from '../../components/icon'
import { ListGroup } from '../../components/list-row'
import { Moment } from '../../components/moment'
import { PagedList } from '../../components/paged-list'
import { alertPrice, alertWaits } from '../../lists/alert-words'
import { useNumbers } from '../../text/numbers'
import type { action, loader } from './data.server'

export function OpenAlerts() {
  const { t } = useTranslation('alerts')
  const { open } = useLoaderData<typeof loader>()
  const answer = useActionData<typeof action>()
  const problem = answer?.fields['intent'] === 'remove' ? answer.problem?.text : undefined
  return (
    <div>
      <ListGroup title={t('open')}>
        {open.length === 0 && <li className="p-4 text-sm text-muted">{t('none_open')}</li>}
        {open.map((row) => (
          <AlertLine key={row.alertNo} row={row} end={<RemoveButton alertNo={row.alertNo} />}>
            <Moment at={row.setAt} />
          </AlertLine>
        ))}
      </ListGroup>
      <Problem text={problem} />
    </div>
  )
}

export function EndedAlerts() {
  const { t } = useTranslation('alerts')
  const { ended, page } = useLoaderData<typeof loader>()
  const numbers = useNumbers()
  if (ended.rows.length === 0) return null
  return (
    <PagedList
      {...ended}
      page={page}
      rowsOf={(data: ReturnType<typeof useLoaderData<typeof loader>>) => data.ended.rows}
      keyOf={({ alertNo }) => String(alertNo)}
    >
      {(rows) => (
        <ListGroup title={t('ended')}>
          {rows.map((row) => (
            <AlertLine key={row.alertNo} row={row}>
              <Dotted>
                {t(`state_${row.state}`)}
                {row.toldSteps !== null && t('told_at_price', { price: alertPrice(numbers, row, row.toldSteps) })}
                {row.endedAt !== null && <Moment at={row.endedAt} />}
              </Dotted>
            </AlertLine>
          ))}
        </ListGroup>
      )}
    </PagedList>
  )
}

interface AlertLineProps {
  readonly row: AlertRow
  readonly end?: ReactNode
  readonly children: ReactNode
}

function AlertLine({ row, end, children }: AlertLineProps) {
  const { t } = useTranslation('alerts')
  const numbers = useNumbers()
  return (
    <li className="flex items-center gap-3 px-4 py-2.5 text-sm" data-alert={row.alertNo}>
      <div className="min-w-0 flex-1">
        <p className="font-medium wrap-anywhere">
          <Dotted>
            {row.symbol.replace('-', '/')}
            {alertWaits(row, { t, numbers })}
          </Dotted>
        </p>
        <p className="text-xs text-muted">{children}</p>
      </div>
      {end}
    </li>
  )
}

function RemoveButton({ alertNo }: { readonly alertNo: number }) {
  const { t } = useTranslation('alerts')
  const { commandId } = useLoaderData<typeof loader>()
  return (
    <Form method="post" preventScrollReset>
      <input type="hidden" name="intent" value="remove" />
      <input type="hidden" name="commandId" value={commandId} />
      <input type="hidden" name="alert_id" value={alertNo} />
      <Button variant="plain" aria-label={t('remove', { number: alertNo })}>
        <Icon name="trash" className="size-4.5" />
      </Button>
    </Form>
  )
}
