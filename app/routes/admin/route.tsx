// Frame of the operator's desk: navigation, and logout.

import { Form, Outlet, isRouteErrorResponse, useLoaderData, useRouteError, useRouteLoaderData } from '@remix-run/react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { FeatureWords } from '../../components/feature-words'
import { Button, ButtonLink } from '../../components/button'
import { Icon } from '../../components/icon'
import { AnsweredError } from '../../shell/answered-error'
import { StatusPage } from '../../shell/status-page'
import type { loader } from './data.server'
import { type DeskProps, Places } from './places'

export { loader } from './data.server'
export { deskHeaders as headers } from '../../admin/enter.server'

export default function Desk() {
  return (
    <Frame desk={useLoaderData<typeof loader>()}>
      <Outlet />
    </Frame>
  )
}

/** Errors of desk pages keep the navigation for staff; visitors without a desk session get the plain error page. */
export function ErrorBoundary() {
  const error = useRouteError()
  const desk = useRouteLoaderData<typeof loader>('routes/admin')
  if (!desk) return <AnsweredError error={error} />
  return (
    <Frame desk={desk}>
      {isRouteErrorResponse(error) && error.status === 404 ? <Missing /> : <AnsweredError error={error} />}
    </Frame>
  )
}

function Frame({ desk, children }: DeskProps & { readonly children: ReactNode }) {
  return (
    <FeatureWords namespace="desk" texts={desk.texts}>
      <div className="lg:grid lg:min-h-svh lg:grid-cols-[14rem_minmax(0,1fr)]">
        <Side desk={desk} />
        <div className="mx-auto w-full max-w-7xl min-w-0 lg:px-6">{children}</div>
      </div>
    </FeatureWords>
  )
}

function Missing() {
  const { t } = useTranslation('desk')
  const { t: tShell } = useTranslation('shell')
  return (
    <StatusPage icon="search" code="404" title={tShell('not_found_title')} text={tShell('not_found_text')}>
      <ButtonLink to="/admin" variant="brand">
        {t('overview')}
      </ButtonLink>
    </StatusPage>
  )
}

function Side({ desk }: DeskProps) {
  const { t } = useTranslation('desk')
  const { member } = desk
  return (
    <aside className="border-line bg-surface max-lg:border-b lg:sticky lg:top-0 lg:flex lg:h-svh lg:flex-col lg:border-r">
      <div className="flex items-center justify-between gap-3 px-4 py-3 lg:flex-col lg:items-start">
        <div className="min-w-0">
          <p className="font-bold">{t('desk')}</p>
          <p className="truncate text-xs text-muted">
            {member.name} · {t(`role_${member.role}`)}
          </p>
        </div>
        <Form method="post" action="/admin/logout">
          <Button type="submit" variant="quiet" size="sm">
            <Icon name="logout" className="size-4" />
            {t('logout')}
          </Button>
        </Form>
      </div>
      <Places desk={desk} />
    </aside>
  )
}
