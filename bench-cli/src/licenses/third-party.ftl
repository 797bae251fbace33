<#-- A line of THIRD-PARTY.txt: the name of the library's jar, licences, Maven coordinates, address. -->
Libraries in lib/, each with its licences by their SPDX names; one of several suffices. The texts are next to this
file, that of Apache-2.0 is LICENSE. Jars contain their own notices, and those of what they include.

<#list dependencyMap as e>
<#assign p = e.getKey()/>
${p.artifactId}-${p.version}.jar | ${e.getValue()?join(", ")} | ${p.groupId}:${p.artifactId}:${p.version}<#if p.url??> | ${p.url}</#if>
</#list>
