// App installation page: benefits, install prompt if available, manual instructions, QR code for a phone.

import { useLoaderData } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { Button } from '../../components/button'
import { CopyButton } from '../../components/copy-button'
import { Icon, type IconName } from '../../components/icon'
import { Notice } from '../../components/notice'
import { PageHeader } from '../../components/page-header'
import { QrCode } from '../../components/qr-code'
import { askToInstall, useInstallState } from '../../pwa/install'
import { useColon } from '../../text/colon'
import type { loader } from './data.server'

export { loader } from './data.server'
export { pageTitle as meta } from '../../text/title'

const POINTS = [
  ['phone', 'download_point_home'],
  ['deposit', 'download_point_light'],
  ['refresh', 'download_point_fresh'],
] as const satisfies readonly (readonly [IconName, string])[]

export default function Download() {
  const { t } = useTranslation('content')
  const withColon = useColon()
  const { title, address } = useLoaderData<typeof loader>()
  return (
    <div className="mx-auto max-w-5xl lg:grid lg:grid-cols-[minmax(0,1fr)_20rem] lg:gap-10 lg:px-5 lg:py-6">
      <div>
        <PageHeader title={title} text={t('download_text')} />
        <div className="grid gap-6 px-4 pt-3 pb-6 lg:px-0">
          <ul className="grid gap-3">
            {POINTS.map(([icon, word]) => (
              <li key={word} className="flex items-center gap-3 text-sm">
                <span className="grid size-10 shrink-0 place-items-center rounded-xl bg-brand/15 text-brand-text">
                  <Icon name={icon} />
                </span>
                {t(word)}
              </li>
            ))}
          </ul>
          <InstallButton />
          <Instructions />
        </div>
      </div>
      <aside className="panel mx-4 grid h-fit justify-items-center gap-4 p-6 text-center lg:mx-0 lg:mt-4">
        <h2 className="font-semibold">{t('download_scan')}</h2>
        <QrCode text={address} label={`${withColon(t('download_address'))}${address}`} className="size-52" />
        <p className="flex max-w-full items-center gap-1 text-sm break-all">
          {address}
          <CopyButton text={address} label={t('download_address')} />
        </p>
      </aside>
    </div>
  )
}

/** Shown only where the browser supports an install prompt; otherwise the menu instructions below apply. */
function InstallButton() {
  const { t } = useTranslation('content')
  const state = useInstallState()
  if (state === 'installed') return <Notice tone="good">{t('download_installed')}</Notice>
  if (state !== 'possible') return null
  return (
    <Button variant="brand" size="lg" onClick={() => void askToInstall()} className="w-full sm:w-fit">
      <Icon name="deposit" />
      {t('download_install')}
    </Button>
  )
}

function Instructions() {
  const { t } = useTranslation('content')
  const { stores } = useLoaderData<typeof loader>()
  return (
    <section>
      <h2 className="mb-2 font-semibold">{t('download_how')}</h2>
      <dl className="panel divide-y divide-line text-sm">
        {(['ios', 'android', 'desktop'] as const).map((kind) => {
          const store = kind === 'desktop' ? null : stores[kind]
          return (
            <div key={kind} className="px-4 py-3">
              <dt className="font-medium">{t(`download_${kind}`)}</dt>
              <dd className="mt-0.5 text-muted">{t(`download_${kind}_text`)}</dd>
              {store && (
                <dd className="mt-2">
                  <a href={store} rel="noopener noreferrer" className="button button-quiet">
                    {t('download_install')}
                    <Icon name="external" className="size-4" />
                  </a>
                </dd>
              )}
            </div>
          )
        })}
      </dl>
    </section>
  )
}
