// Deposits and withdrawals as a file: /assets/requests/export and what the list is narrowed by.

export { loader } from './data.server'
