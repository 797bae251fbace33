// Creates the ECharts options for a chart of a document (Chart.java). Runs in pages, and in Rhino to
// create pictures. colors: map from the names of page.css to colours.
'use strict';

const brokerbench = (function () {
  const MOST_SYMBOLS = 40;
  const MOST_UPRIGHT = 8;
  const DOT_DISTANCE = 12;
  const WIDEST_LABEL = 22;

  function digits(value) {
    const size = Math.abs(value);
    return value.toFixed(size >= 100 || size === 0 ? 0 : size >= 10 ? 1 : 2);
  }

  function grouped(value) {
    const parts = digits(value).split('.');
    parts[0] = parts[0].replace(/\B(?=(\d{3})+$)/g, ',');
    const places = parts.length > 1 ? parts[1].replace(/0+$/, '') : '';
    return places === '' ? parts[0] : parts[0] + '.' + places;
  }

  function scaled(value, base, units) {
    let unit = 0;
    let rest = value;
    while (Math.abs(rest) >= base && unit < units.length - 1) {
      rest /= base;
      unit++;
    }
    return grouped(rest) + ' ' + units[unit];
  }

  function percentile(value) {
    if (value <= 1) {
      return '0 %';
    }
    const nines = Math.max(0, Math.ceil(Math.log10(value)) - 2);
    return (100 * (1 - 1 / value)).toFixed(Math.min(nines, 6)) + ' %';
  }

  /** A value with its unit. */
  function text(value, unit) {
    switch (unit) {
      case 'NANOS':
        return value < 1e9
          ? scaled(value, 1000, ['ns', 'µs', 'ms'])
          : grouped(value / 1e9) + ' s';
      case 'BYTES':
        return scaled(value, 1024, ['B', 'KiB', 'MiB', 'GiB', 'TiB']);
      case 'BYTES_PER_SECOND':
        return scaled(value, 1024, ['B/s', 'KiB/s', 'MiB/s', 'GiB/s']);
      case 'PER_SECOND':
        return grouped(value) + '/s';
      case 'MILLIS':
        return grouped(value) + ' ms';
      case 'SECONDS':
        return grouped(value) + ' s';
      case 'INSTANT':
        return new Date(value).toISOString().slice(0, 16).replace('T', ' ');
      case 'SHARE':
        return grouped(100 * value) + ' %';
      case 'PERCENTILE':
        return percentile(value);
      default:
        return grouped(value);
    }
  }

  /** A name in lines of whole words. */
  function wrapped(name) {
    return name.split(' ').reduce(function (lines, word) {
      const last = lines.length - 1;
      if (last >= 0 && lines[last].length + word.length < WIDEST_LABEL) {
        lines[last] += ' ' + word;
      } else {
        lines.push(word);
      }
      return lines;
    }, []).join('\n');
  }

  /** Linear axes start at 0, logarithmic ones at the data; the range of a ratio includes 1. */
  function end(described, upright, which) {
    if (described.unit === 'RATIO') {
      const least = { min: 0.95, max: 1.05 }[which];
      return (range) => Number(Math[which](range[which], least).toFixed(2));
    }
    if (described.log || described.fitted || described.unit === 'CATEGORY') {
      return undefined;
    }
    const begins = upright || described.unit === 'SECONDS' ? 0 : 'dataMin';
    return { min: begins, max: upright ? undefined : 'dataMax' }[which];
  }

  function axis(described, upright, colors) {
    const named = described.unit === 'CATEGORY';
    const many = described.categories.length > MOST_UPRIGHT;
    const time = described.unit === 'INSTANT';
    return {
      type: named ? 'category' : time ? 'time' : described.log ? 'log' : 'value',
      scale: described.fitted,
      data: named ? described.categories : undefined,
      name: described.name,
      nameLocation: upright ? 'end' : 'middle',
      nameGap: upright ? 12 : 28,
      nameTextStyle: { color: colors.muted, align: upright ? 'left' : 'center' },
      min: end(described, upright, 'min'),
      max: end(described, upright, 'max'),
      axisLine: { show: true, lineStyle: { color: colors.line } },
      axisTick: { lineStyle: { color: colors.line } },
      splitLine: { show: upright, lineStyle: { color: colors.grid } },
      axisLabel: {
        color: colors.muted,
        hideOverlap: !named,
        interval: named ? 0 : undefined,
        rotate: many ? 35 : 0,
        width: many ? 170 : undefined,
        overflow: many ? 'truncate' : undefined,
        lineHeight: named ? 14 : undefined,
        formatter: time ? { day: '{MMM} {d}' } : !named ? (value) => text(value, described.unit) : many ? undefined : wrapped,
      },
      axisPointer: {
        label: {
          color: colors.panel,
          backgroundColor: colors.muted,
          formatter: named ? undefined : (at) => text(at.value, described.unit),
        },
      },
    };
  }

  /** Converts points from [x, y] or [x, y, low, high]. */
  function unpacked(series) {
    return Object.assign({}, series, {
      points: series.points.map((point) => ({
        x: point[0],
        y: point[1],
        low: point.length > 2 ? point[2] : point[1],
        high: point.length > 2 ? point[3] : point[1],
      })),
    });
  }

  function shown(point, log) {
    return point.y === null || (log && point.y <= 0) ? null : point.y;
  }

  function band(kind, colors) {
    const named = { FAILURES: colors.bad, GC: colors.doubtful, FAULT: colors.neutral };
    return named[kind] || colors.muted;
  }

  /** Bands and marks, in a separate series: they stay visible when other series are hidden. */
  function setApart(chart, colors) {
    const apart = { type: 'line', name: 'set apart', data: [], silent: true };
    if (chart.bands.length > 0) {
      apart.markArea = {
        silent: true,
        data: chart.bands.map((each) => [
          { xAxis: each.from, itemStyle: { color: band(each.kind, colors), opacity: 0.13 } },
          { xAxis: each.to },
        ]),
      };
    }
    if (chart.marks.length > 0) {
      apart.markLine = {
        silent: true,
        symbol: 'none',
        data: chart.marks.map((mark) => ({
          [mark.upright ? 'xAxis' : 'yAxis']: mark.at,
          lineStyle: { color: colors.muted, type: 'dashed' },
          label: {
            formatter: () => mark.label,
            color: colors.muted,
            textBorderWidth: 0,
            position: mark.upright ? 'insideEndTop' : 'insideEndBottom',
          },
        })),
      };
    }
    return apart;
  }

  /** Error bars from the lower to the upper end of intervals. shift: of dots side by side, in pixels. */
  function intervals(series, index, places, count, shift, color) {
    return {
      type: 'custom',
      name: series.name,
      yAxisIndex: series.axis,
      silent: true,
      z: 5,
      tooltip: { show: false },
      encode: { x: 0, y: [1, 2] },
      data: series.points
        .filter((point) => point.low < point.high)
        .map((point) => [point.x, point.low, point.high]),
      renderItem: function (params, api) {
        const low = api.coord([api.value(0), api.value(1)]);
        const high = api.coord([api.value(0), api.value(2)]);
        let x = low[0] + shift;
        if (places) {
          const bars = api.barLayout({ count: count, barMaxWidth: 48, barGap: '20%' });
          x += bars[index].offsetCenter;
        }
        const line = (x1, y1, x2, y2) => ({
          type: 'line',
          shape: { x1: x1, y1: y1, x2: x2, y2: y2 },
          style: { stroke: color, lineWidth: 1.5 },
        });
        return {
          type: 'group',
          children: [
            line(x, low[1], x, high[1]),
            line(x - 5, low[1], x + 5, low[1]),
            line(x - 5, high[1], x + 5, high[1]),
          ],
        };
      },
    };
  }

  /** The area between the lower and the upper ends of intervals, interrupted where there is none. */
  function range(series, log, color) {
    const ends = series.points.map((point) => {
      const low = log && point.low <= 0 ? Math.max(point.y, 0) || point.high : point.low;
      return shown(point, false) === null || (log && point.high <= 0)
        ? [point.x, null, null]
        : [point.x, low, point.high];
    });
    return {
      type: 'custom',
      name: series.name,
      yAxisIndex: series.axis,
      silent: true,
      z: 1,
      tooltip: { show: false },
      encode: { x: 0, y: [1, 2] },
      data: ends,
      renderItem: function (params, api) {
        // The first item draws all of them.
        if (params.dataIndexInside > 0) {
          return null;
        }
        const parts = [[]];
        ends.forEach((point) => {
          if (point[1] !== null) {
            parts[parts.length - 1].push(point);
          } else if (parts[parts.length - 1].length > 0) {
            parts.push([]);
          }
        });
        const edge = (part, place) => part.map((point) => api.coord([point[0], point[place]]));
        return {
          type: 'group',
          children: parts.map((part) => ({
            type: 'polygon',
            shape: { points: edge(part, 2).concat(edge(part, 1).reverse()) },
            style: { fill: color, stroke: color, lineWidth: 0.8, opacity: 0.3 },
          })),
        };
      },
    };
  }

  function tooltip(chart, colors) {
    const escape = (words) =>
      String(words).replace(/[&<>"']/g, (sign) => '&#' + sign.charCodeAt(0) + ';');
    return {
      trigger: 'axis',
      confine: true,
      backgroundColor: colors.panel,
      borderColor: colors.line,
      textStyle: { color: colors.text },
      axisPointer: { type: 'line', lineStyle: { color: colors.muted } },
      formatter: function (items) {
        const at = items[0];
        const head =
          chart.x.unit === 'CATEGORY' ? at.name : text(at.value[0], chart.x.unit);
        return [escape(head)]
          .concat(
            items
              .filter((item) => item.value && item.value[1] !== null)
              .map((item) => {
                const axis = chart.y[item.data.axis];
                const ends =
                  item.data.low < item.data.high
                    ? ' [' + text(item.data.low, axis.unit) + ', ' + text(item.data.high, axis.unit) + ']'
                    : '';
                return (
                  item.marker + escape(item.seriesName) + ': <b>' +
                  escape(text(item.value[1], axis.unit) + ends) + '</b>'
                );
              })
          )
          .join('<br>');
      },
    };
  }

  /** Charts with a common cursor have their axes at the same position. */
  function grid(chart) {
    return chart.cursor !== ''
      ? { left: 92, right: 28, top: 40, bottom: 52, outerBoundsMode: 'none' }
      : {
          left: 12,
          right: 28,
          top: 40,
          bottom: chart.x.name === '' ? 12 : 30,
          outerBoundsMode: 'same',
          outerBoundsContain: 'axisLabel',
        };
  }

  /** The ECharts options of a chart. */
  function option(chart, colors) {
    const places = chart.x.unit === 'CATEGORY';
    const all = chart.series.map(unpacked);
    const bars = all.filter((series) => series.kind === 'BAR');
    const dots = all.filter((series) => series.kind === 'POINT');
    const drawn = [setApart(chart, colors)];
    all.forEach(function (series, index) {
      const color = colors.series[index % colors.series.length];
      const log = chart.y[series.axis].log;
      const line = ['LINE', 'DASHED', 'RANGE'].includes(series.kind);
      const dot = series.kind === 'POINT';
      const type = line ? 'line' : dot ? 'scatter' : 'bar';
      const shift = dot && places ? (dots.indexOf(series) - (dots.length - 1) / 2) * DOT_DISTANCE : 0;
      drawn.push({
        type: type,
        name: series.name,
        yAxisIndex: series.axis,
        data: series.points.map((point) => ({
          value: [point.x, shown(point, log)],
          low: point.low,
          high: point.high,
          axis: series.axis,
        })),
        color: color,
        itemStyle: { color: color },
        lineStyle: { width: 1.6, color: color, type: series.kind === 'DASHED' ? 'dashed' : 'solid' },
        showSymbol: line && series.points.length <= MOST_SYMBOLS,
        symbol: 'circle',
        symbolSize: line ? 5 : 9,
        symbolOffset: [shift, 0],
        stack: series.kind === 'STACK' ? 'stack' : undefined,
        barMaxWidth: 48,
        barMinWidth: 3,
        barGap: series.kind === 'BAR' ? '20%' : undefined,
        barCategoryGap: places ? '30%' : '0%',
        emphasis: { disabled: true },
      });
      if (series.kind === 'RANGE') {
        drawn.push(range(series, log, color));
      } else if (series.points.some((point) => point.low < point.high)) {
        drawn.push(
          intervals(
            series, bars.indexOf(series), series.kind === 'BAR' && places, bars.length, shift,
            dot ? color : colors.text
          )
        );
      }
    });
    return {
      animation: false,
      useUTC: true,
      backgroundColor: 'transparent',
      textStyle: { fontFamily: 'system-ui, sans-serif' },
      grid: grid(chart),
      xAxis: axis(chart.x, false, colors),
      yAxis: chart.y.map((each, index) =>
        Object.assign(
          axis(each, true, colors),
          index === 0
            ? {}
            : { splitLine: { show: false }, nameTextStyle: { color: colors.muted, align: 'right' } }
        )
      ),
      tooltip: tooltip(chart, colors),
      // Pages have a legend that is accessible by keyboard.
      legend: { show: false, data: chart.series.map((series) => series.name) },
      series: drawn,
    };
  }

  return { option: option, text: text };
})();
