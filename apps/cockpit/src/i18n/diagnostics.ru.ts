import type { DiagnosticTexts } from "./diagnostic-text.ts";

/** Что значит каждая находка и что с ней делать. `{name}` берётся из её параметров. */
export const diagnosticsRu: DiagnosticTexts = {
	"missing-required-array": {
		text: "В файле нет обязательного массива {array}.",
		hint: "Экспортируйте запись заново со всеми обязательными массивами.",
	},
	"unknown-protocol": {
		text: "Файл объявляет протокол {found}, а не moonrobo.replay.v1.",
		hint: "Преобразуйте его командой hindcast convert или запросите moonrobo.replay.v1 у источника.",
	},
	"malformed-metadata": {
		text: "Метаданные не читаются: {key} {reason}.",
		hint: "Исправьте объект метаданных в источнике и экспортируйте заново.",
	},
	"missing-metadata-key": {
		text: "В метаданных нет обязательного ключа {key}.",
		hint: "Добавьте ключ в источнике и экспортируйте заново.",
	},
	"object-payload": {
		text: "{array} содержит объекты Python. Их загрузка выполнила бы код, поэтому они не открываются.",
		hint: "Сохраните массив простого типа: numpy.savez(…, allow_pickle=False).",
	},
	"dtype-not-allowed": {
		text: "Тип {array} — {dtype}; допустимы: {allowed}.",
		hint: "Приведите массив к допустимому типу перед экспортом.",
	},
	"shape-mismatch": {
		text: "Форма {array} — {found}; ожидается {expected}.",
		hint: "Исправьте форму в источнике.",
	},
	"frame-count-mismatch": {
		text: "Кадров в {array}: {found}, а в t: {expected}.",
		hint: "Экспортируйте массивы равной длины; здесь ничего не дополняется и не обрезается.",
	},
	"joint-width-mismatch": {
		text: "Сочленений в {array}: {found}, а в joint_name: {expected}.",
		hint: "Экспортируйте массивы сочленений в порядке joint_name.",
	},
	"empty-replay": { text: "В записи нет кадров.", hint: "Запишите заново: показывать нечего." },
	"no-joints": {
		text: "В записи не названо ни одного сочленения.",
		hint: "Заполните joint_name в источнике.",
	},
	"single-frame": { text: "В записи один кадр, воспроизвести её нельзя.", hint: "Просмотреть кадр можно." },
	"size-limit-exceeded": {
		text: "{limit} — {found}; читается не больше {max}.",
		hint: "Разделите запись или уберите лишние массивы.",
	},
	"truncated-array": {
		text: "{array} обрезан: {found_bytes} байт вместо {expected_bytes} по заголовку.",
		hint: "Скопируйте файл заново: передача могла прерваться.",
	},
	"container-corrupt": {
		text: "Файл повреждён или не соответствует своему имени: {reason}.",
		hint: "Скопируйте его заново из источника и сравните дайджест.",
	},
	"container-unsafe-member": {
		text: "В архиве опасный элемент: {member}.",
		hint: "Не открывайте этот файл и в других программах. Запросите у отправителя обычный NPZ.",
	},
	"duplicate-array": {
		text: "Массив {array} встречается в архиве дважды, смысл неоднозначен.",
		hint: "Записывайте каждый массив один раз.",
	},
	"unknown-array": {
		text: "{array} не входит в протокол. Он сохраняется, но не показывается.",
		hint: "Собственные массивы начинайте с x_.",
	},
	"array-ignored": { text: "{array} пропущен: {reason}.", hint: "Исправьте массив, если он нужен." },
	"non-finite-required": {
		text: "В {array} пропуск или бесконечность, кадр {frame}.",
		hint: "Обязательные массивы содержат конечные числа; выберите правило заполнения при экспорте.",
	},
	"infinite-value": {
		text: "В {array} бесконечное значение, кадр {frame}.",
		hint: "Для неизвестных значений пишите NaN.",
	},
	"partial-nan-row": {
		text: "В {array} числа смешаны с NaN, кадр {frame}.",
		hint: "Вектор известен целиком или неизвестен: заполните строку NaN.",
	},
	"time-not-monotonic": {
		text: "Время идёт назад на кадре {frame}: {current} после {previous}.",
		hint: "Отсортируйте кадры по времени в источнике.",
	},
	"time-duplicate": {
		text: "Кадров с тем же временем, что у предыдущего: {count}, первый — {frame}.",
		hint: "Удалите точные повторы в источнике.",
	},
	"time-gap": {
		text: "Нет данных {gap_s} с перед кадром {frame}.",
		hint: "Разрыв заштрихован на шкале и никогда не интерполируется.",
	},
	"time-not-relative": {
		text: "Время начинается с {t0} с, а не с нуля, или доходит до чисел, не вмещающих миллисекунды.",
		hint: "Вычтите первое время до экспорта: большие числа теряют точность.",
	},
	"time-precision": {
		text: "Шаг хранения времени {spacing_s} с слишком груб для этой длительности.",
		hint: "Храните t как float64.",
	},
	"joint-name-duplicate": {
		text: "Имя сочленения {name} повторяется.",
		hint: "Дайте каждому сочленению своё имя.",
	},
	"joint-name-invalid": {
		text: "Имя сочленения {index} непригодно.",
		hint: "Допустимо 1–128 байт без управляющих символов.",
	},
	"joint-order-digest-mismatch": {
		text: "Порядок сочленений не тот, что объявлен: объявлен {declared}, вычислен {computed}.",
		hint: "Столбцы могли быть переставлены. Экспортируйте заново из источника.",
	},
	"frame-id-duplicate": {
		text: "Идентификатор кадра {frame_id} повторяется.",
		hint: "Дайте каждому кадру свой идентификатор.",
	},
	"frame-id-invalid": {
		text: "Идентификатор кадра {frame} непригоден.",
		hint: "Используйте непустую строку или номер от нуля.",
	},
	"frame-id-not-increasing": {
		text: "Идентификаторы идут назад на кадре {frame}.",
		hint: "Проверьте, не переставлены ли кадры.",
	},
	"mode-empty": {
		text: "У кадра {frame} нет режима или код без названия ({value}).",
		hint: "Назовите все коды в metadata.enums.mode.",
	},
	"mode-unknown": { text: "Режим {value} неизвестен.", hint: "Показывается как записан." },
	"quaternion-not-unit": {
		text: "Норма {array} на кадре {frame} — {norm}; у поворота она равна 1.",
		hint: "Нормируйте в источнике. Здесь ничего не исправляется.",
	},
	"quaternion-zero": {
		text: "{array} равен нулю на кадре {frame}.",
		hint: "Пишите NaN, где поворот неизвестен.",
	},
	"quaternion-sign-flip": {
		text: "{array} меняет знак на кадре {frame}.",
		hint: "Поворот тот же; интерполяция идёт коротким путём.",
	},
	"quaternion-order-suspect": {
		text: "{array} похож на xyzw, хотя объявлен wxyz.",
		hint: "Проверьте порядок в источнике.",
	},
	"enum-code-unknown": { text: "В {array} код {code} без значения.", hint: "Показывается как неизвестный." },
	"unit-implausible": {
		text: "Значения {array} неправдоподобны для своей единицы.",
		hint: "Проверьте, не градусы ли это и не миллиметры.",
	},
	"unknown-unit": { text: "Единица {unit} для {key} неизвестна.", hint: "Используйте СИ и радианы." },
	"unit-missing": { text: "Единица для {key} не объявлена.", hint: "Объявите её в metadata.units." },
	"unsupported-quaternion-order": {
		text: "Порядок кватерниона {found} не читается, только wxyz.",
		hint: "Преобразуйте командой hindcast convert: она переставляет явно.",
	},
	"metadata-count-mismatch": {
		text: "{key}: объявлено {declared}, в массивах {found}.",
		hint: "Файл мог быть обрезан. Экспортируйте заново из источника.",
	},
	"duration-mismatch": {
		text: "Объявленная длительность {declared} отличается от {found} по t.",
		hint: "Используется время кадров.",
	},
	"exported-at-invalid": {
		text: "exported_at — не время UTC.",
		hint: "Пишите RFC 3339, например 2026-01-31T12:00:00Z.",
	},
	"content-digest-mismatch": {
		text: "Содержимое не то, за которое ручались: объявлен {declared}, вычислен {computed}.",
		hint: "Файл изменился после экспорта. Получите его заново из источника.",
	},
	"artifact-class-invalid": {
		text: "Класса артефакта {found} не существует.",
		hint: "Используйте recorded, simulated, retargeted или physical-feedback-verified.",
	},
};
