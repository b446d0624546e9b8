// Leaving page: shows the target of an external link before opening it. The link opens with `noopener`.

import { useLoaderData } from '@remix-run/react'
import { type LoaderFunctionArgs, redirect } from '@remix-run/cloudflare'
import { useTranslation } from 'react-i18next'
import { ButtonLink, buttonClass } from '../../components/button'
import { Icon } from '../../components/icon'
import { titleOf } from '../../text/title.server'
import { readWebAddress } from './web-address'

export { pageTitle as meta } from '../../text/title'

export function loader({ request }: LoaderFunctionArgs) {
  const { searchParams, origin } = new URL(request.url)
  const address = readWebAddress(searchParams.get('url') ?? '', origin)
  if (address.kind === 'own') throw redirect(address.path)
  return {
    title: titleOf(request, 'content', address.kind === 'bad' ? 'link_bad_title' : 'leave_title'),
    address,
  }
}

export default function WebPage() {
  const { t } = useTranslation('content')
  const { address } = useLoaderData<typeof loader>()
  const isBad = address.kind === 'bad'
  return (
    <div className="mx-auto flex max-w-lg flex-col items-center px-5 py-16 text-center">
      <span className="grid size-16 place-items-center rounded-full bg-track text-brand-text">
        <Icon name={isBad ? 'warning' : 'external'} className="size-8" />
      </span>
      <h1 className="mt-5 text-xl font-bold">{t(isBad ? 'link_bad_title' : 'leave_title')}</h1>
      {address.kind === 'elsewhere' && (
        <p className="panel mt-4 w-full p-4 text-left" translate="no">
          <span className="block text-lg font-semibold break-all">{address.host}</span>
          <span className="mt-1 block text-xs break-all text-muted">{address.href}</span>
        </p>
      )}
      <p className="mt-4 text-sm text-balance text-muted">{t(isBad ? 'link_bad_text' : 'leave_text')}</p>
      <div className="mt-6 grid w-full gap-3 lg:auto-cols-fr lg:grid-flow-col">
        {address.kind === 'elsewhere' && (
          <a
            href={address.href}
            target="_blank"
            rel="noopener noreferrer nofollow"
            className={buttonClass({ variant: 'quiet' })}
          >
            {t('leave_go')}
          </a>
        )}
        <ButtonLink to="/" variant="brand">
          {t('leave_stay')}
        </ButtonLink>
      </div>
    </div>
  )
}
