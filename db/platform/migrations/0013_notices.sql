CREATE TABLE `notice_owed` (
	`user_id` integer PRIMARY KEY NOT NULL,
	`at` integer NOT NULL
);
--> statement-breakpoint
UPDATE `menu_item` SET `url` = '/pages/fund/select?for=deposit', `is_shown` = 1 WHERE `title` = 'recharge' AND `url` = '';
--> statement-breakpoint
UPDATE `menu_item` SET `url` = '/pages/fund/withdraw', `is_shown` = 1 WHERE `title` = 'withdraw' AND `url` = '';
--> statement-breakpoint
UPDATE `menu_item` SET `url` = '/pages/setting/coupon', `is_shown` = 1 WHERE `title` = 'coupon' AND `url` = '';
