CREATE TABLE `bank_card` (
	`user_id` integer NOT NULL,
	`kind` text NOT NULL,
	`fields` text NOT NULL,
	`changed_at` integer NOT NULL,
	PRIMARY KEY(`user_id`, `kind`)
);
--> statement-breakpoint
CREATE TABLE `chain_cursor` (
	`network` text PRIMARY KEY NOT NULL,
	`position` text NOT NULL,
	`read_at` integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE `deposit` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`user_id` integer NOT NULL,
	`command_id` text,
	`kind` text NOT NULL,
	`asset_id` integer NOT NULL,
	`network` text DEFAULT '' NOT NULL,
	`amount` text NOT NULL,
	`address` text DEFAULT '' NOT NULL,
	`memo` text DEFAULT '' NOT NULL,
	`voucher` text DEFAULT '' NOT NULL,
	`tx_id` text,
	`output_index` integer,
	`height` integer,
	`block_hash` text,
	`confirmations` integer DEFAULT 0 NOT NULL,
	`confirmations_min` integer DEFAULT 0 NOT NULL,
	`state` text NOT NULL,
	`reason` text DEFAULT '' NOT NULL,
	`is_credited` integer DEFAULT false NOT NULL,
	`rounds` integer DEFAULT 0 NOT NULL,
	`missing` text,
	`created_at` integer NOT NULL,
	`reviewed_at` integer,
	`settled_at` integer,
	CONSTRAINT "deposit_state" CHECK("deposit"."state" in ('confirming', 'review', 'passed', 'failed', 'cancelled'))
);
--> statement-breakpoint
CREATE UNIQUE INDEX `deposit_by_command` ON `deposit` (`user_id`,`command_id`);--> statement-breakpoint
CREATE UNIQUE INDEX `deposit_by_transfer` ON `deposit` (`network`,`tx_id`,`output_index`);--> statement-breakpoint
CREATE INDEX `deposit_by_user` ON `deposit` (`user_id`,`id`);--> statement-breakpoint
CREATE INDEX `deposit_confirming` ON `deposit` (`network`) WHERE state = 'confirming';--> statement-breakpoint
CREATE INDEX `deposit_settled` ON `deposit` (`network`,`settled_at`) WHERE kind = 'chain';--> statement-breakpoint
CREATE TABLE `receiving_address` (
	`network` text NOT NULL,
	`address` text NOT NULL,
	`user_id` integer NOT NULL,
	PRIMARY KEY(`network`, `address`)
);
--> statement-breakpoint
CREATE INDEX `receiving_address_by_user` ON `receiving_address` (`user_id`);--> statement-breakpoint
CREATE TABLE `saved_address` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`user_id` integer NOT NULL,
	`asset_id` integer NOT NULL,
	`network` text NOT NULL,
	`name` text NOT NULL,
	`address` text NOT NULL,
	`memo` text DEFAULT '' NOT NULL,
	`qrcode` text DEFAULT '' NOT NULL,
	`changed_at` integer NOT NULL,
	`updated_at` integer NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `saved_address_of_user` ON `saved_address` (`user_id`,`asset_id`,`network`,`address`,`memo`);--> statement-breakpoint
CREATE TABLE `simulated_transfer` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`network` text NOT NULL,
	`tx_id` text NOT NULL,
	`asset_code` text NOT NULL,
	`amount` text NOT NULL,
	`address` text NOT NULL,
	`memo` text NOT NULL,
	`height` integer NOT NULL,
	`is_orphaned` integer DEFAULT false NOT NULL,
	`created_at` integer NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `simulated_transfer_tx_id_unique` ON `simulated_transfer` (`tx_id`);--> statement-breakpoint
CREATE INDEX `simulated_transfer_by_height` ON `simulated_transfer` (`network`,`height`);--> statement-breakpoint
CREATE TABLE `withdrawal` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`user_id` integer NOT NULL,
	`command_id` text NOT NULL,
	`kind` text NOT NULL,
	`asset_id` integer NOT NULL,
	`network` text DEFAULT '' NOT NULL,
	`target` text NOT NULL,
	`memo` text DEFAULT '' NOT NULL,
	`card` text DEFAULT '' NOT NULL,
	`amount` text NOT NULL,
	`fee` text NOT NULL,
	`btc_value` text NOT NULL,
	`remark` text DEFAULT '' NOT NULL,
	`state` text NOT NULL,
	`reason` text DEFAULT '' NOT NULL,
	`is_cancel_owed` integer DEFAULT false NOT NULL,
	`created_at` integer NOT NULL,
	`settled_at` integer,
	CONSTRAINT "withdrawal_state" CHECK("withdrawal"."state" in ('draft', 'void', 'review', 'passed', 'failed', 'cancelled'))
);
--> statement-breakpoint
CREATE UNIQUE INDEX `withdrawal_by_command` ON `withdrawal` (`user_id`,`command_id`);--> statement-breakpoint
CREATE INDEX `withdrawal_by_user` ON `withdrawal` (`user_id`,`id`);--> statement-breakpoint
CREATE INDEX `withdrawal_draft` ON `withdrawal` (`created_at`) WHERE state = 'draft';--> statement-breakpoint
CREATE INDEX `withdrawal_cancel_owed` ON `withdrawal` (`is_cancel_owed`) WHERE is_cancel_owed = 1;--> statement-breakpoint
ALTER TABLE `asset_network` ADD `deposit_min` text DEFAULT '0' NOT NULL;--> statement-breakpoint
ALTER TABLE `asset_network` ADD `withdrawal_fee` text DEFAULT '0' NOT NULL;--> statement-breakpoint
ALTER TABLE `asset_network` ADD `withdrawal_min` text DEFAULT '0' NOT NULL;--> statement-breakpoint
ALTER TABLE `asset_network` ADD `is_deposit_open` integer DEFAULT true NOT NULL;--> statement-breakpoint
ALTER TABLE `asset_network` ADD `is_withdrawal_open` integer DEFAULT true NOT NULL;--> statement-breakpoint
-- Networks that are listed already get the terms of the first day.
UPDATE `asset_network` SET `deposit_min` = '10000', `withdrawal_fee` = '20000', `withdrawal_min` = '100000' WHERE `asset_id` = 1 AND `name` = 'BTC';--> statement-breakpoint
UPDATE `asset_network` SET `deposit_min` = '1000000000000000', `withdrawal_fee` = '2000000000000000', `withdrawal_min` = '10000000000000000' WHERE `asset_id` = 2 AND `name` = 'ERC20';--> statement-breakpoint
UPDATE `asset_network` SET `deposit_min` = '1000000', `withdrawal_fee` = '5000000', `withdrawal_min` = '20000000' WHERE `asset_id` = 3 AND `name` = 'ERC20';--> statement-breakpoint
UPDATE `asset_network` SET `deposit_min` = '1000000', `withdrawal_fee` = '1000000', `withdrawal_min` = '10000000' WHERE `asset_id` = 3 AND `name` = 'TRC20';--> statement-breakpoint
UPDATE `asset_network` SET `deposit_min` = '1000000', `withdrawal_fee` = '5000000', `withdrawal_min` = '20000000' WHERE `asset_id` = 4 AND `name` = 'ERC20';--> statement-breakpoint
UPDATE `asset_network` SET `deposit_min` = '10000000', `withdrawal_fee` = '10000000', `withdrawal_min` = '100000000' WHERE `asset_id` = 5 AND `name` = 'SOL';--> statement-breakpoint
UPDATE `asset_network` SET `deposit_min` = '1000000', `withdrawal_fee` = '200000', `withdrawal_min` = '20000000' WHERE `asset_id` = 6 AND `name` = 'XRP';--> statement-breakpoint
UPDATE `asset_network` SET `deposit_min` = '2000000000000000', `withdrawal_fee` = '1000000000000000', `withdrawal_min` = '20000000000000000' WHERE `asset_id` = 7 AND `name` = 'BEP20';--> statement-breakpoint
UPDATE `asset_network` SET `deposit_min` = '1000000000', `withdrawal_fee` = '400000000', `withdrawal_min` = '5000000000' WHERE `asset_id` = 8 AND `name` = 'DOGE';--> statement-breakpoint
UPDATE `asset_network` SET `deposit_min` = '2000000', `withdrawal_fee` = '1000000', `withdrawal_min` = '10000000' WHERE `asset_id` = 9 AND `name` = 'ADA';--> statement-breakpoint
UPDATE `asset_network` SET `deposit_min` = '200000', `withdrawal_fee` = '100000', `withdrawal_min` = '1000000' WHERE `asset_id` = 10 AND `name` = 'LTC';--> statement-breakpoint
UPDATE `asset_network` SET `deposit_min` = '100000000000000000', `withdrawal_fee` = '300000000000000000', `withdrawal_min` = '2000000000000000000' WHERE `asset_id` = 11 AND `name` = 'ERC20';--> statement-breakpoint
UPDATE `asset_network` SET `deposit_min` = '20000000000000000', `withdrawal_fee` = '10000000000000000', `withdrawal_min` = '200000000000000000' WHERE `asset_id` = 12 AND `name` = 'AVAX';--> statement-breakpoint
UPDATE `asset_network` SET `deposit_min` = '1000000000', `withdrawal_fee` = '1000000000', `withdrawal_min` = '20000000000' WHERE `asset_id` = 13 AND `name` = 'DOT';--> statement-breakpoint
UPDATE `asset_network` SET `deposit_min` = '1000000', `withdrawal_fee` = '1000000', `withdrawal_min` = '20000000' WHERE `asset_id` = 14 AND `name` = 'TRC20';
--> statement-breakpoint
UPDATE `menu_item` SET `url` = '/pages/fund/select?for=deposit' WHERE `title` = 'recharge' AND `url` = '';--> statement-breakpoint
UPDATE `menu_item` SET `url` = '/pages/fund/withdraw' WHERE `title` = 'withdraw' AND `url` = '';
