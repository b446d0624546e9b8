ALTER TABLE `deposit` ADD `voucher_digest` text;--> statement-breakpoint
UPDATE `deposit` SET `voucher_digest` = `voucher` WHERE `id` IN (SELECT min(`id`) FROM `deposit` WHERE `voucher` <> '' AND `state` IN ('review', 'passed') GROUP BY `network`, `voucher`);--> statement-breakpoint
CREATE INDEX `deposit_by_voucher` ON `deposit` (`voucher_digest`);--> statement-breakpoint
CREATE UNIQUE INDEX `deposit_of_voucher` ON `deposit` (`network`,`voucher_digest`) WHERE state in ('review', 'passed');--> statement-breakpoint
CREATE INDEX `deposit_waiting` ON `deposit` (`user_id`) WHERE state = 'review' and kind <> 'chain';--> statement-breakpoint
CREATE INDEX `deposit_owing` ON `deposit` (`network`) WHERE missing is not null;--> statement-breakpoint
ALTER TABLE `upload` ADD `digest` text DEFAULT '' NOT NULL;