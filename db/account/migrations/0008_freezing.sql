CREATE TABLE `freeze` (
	`id` integer PRIMARY KEY NOT NULL,
	`revision` integer NOT NULL,
	`is_trading_frozen` integer NOT NULL,
	`is_withdrawal_frozen` integer NOT NULL
);
